import { z } from 'zod';
import { success } from '../contract/result';
import { type Alarm, alarmId, type AlarmKind } from '../cutover/alarms';
import { declareAction, noInput, makeRefusal, declareView } from './entry';
import type { OperatorParts } from './operatorParts';
import { alarmPage, makeAlarmPage } from './stagePages';

/** Alarms that end for clients when v1 answers again. */
const endedByV1: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  ...(['failures v2', 'callers v2', 'refusals v2', 'slow v2', 'waiting v2'] as const),
  ...(['fallbacks', 'breaker', 'regression', 'differing'] as const),
]);

const remedy = z
  .object({ label: z.string(), action: z.string(), given: z.record(z.string(), z.string()) })
  .describe('the action that ends what hurts; absent where a person has to look first');

/** Returns the one click that ends the cause of an alarm. Returns undefined where a person has to look first. */
function remedyOf(
  { cutover, now }: OperatorParts,
  { kind, subject, part: cause }: Alarm,
): z.output<typeof remedy> | undefined {
  if (!cutover.resources().includes(subject)) return undefined;
  const givenEntry = { resource: subject, reason: 'by the button beside the alarm' };
  if (kind === 'held') return { label: `Release ${subject}`, action: 'stages/release', given: givenEntry };
  if (kind === 'pin' && cause !== undefined) {
    const unpinned = { ...givenEntry, caller: cause, side: 'none' };
    return { label: `Unpin at ${subject}`, action: 'stages/pin', given: unpinned };
  }
  const { state, sunset = now() } = cutover.standing(subject);
  const asksV2 = ['canary', 'v2'].includes(state.stage.kind) && !state.killed;
  if (!asksV2 || now() >= sunset || !endedByV1.has(kind)) return undefined;
  return {
    label: `${subject} back to shadow`,
    action: 'stages/move',
    given: { ...givenEntry, to: 'shadow' },
  };
}

const list = declareView({
  name: 'alarms',
  summary: 'Everything that is wrong now, the worst first, each with its remedy.',
  input: noInput,
  output: z.array(
    alarmPage.extend({
      id: z.string(),
      anchor: z.string().describe('of its row in /runbook'),
      remedy: remedy.optional(),
    }),
  ),
  run: (operatorParts) =>
    success(
      operatorParts.cutover.alarms
        .current()
        .map((alarm) => ({
          ...makeAlarmPage(alarm),
          id: alarmId(alarm),
          anchor: operatorParts.alarmAnchor(alarm.kind),
          remedy: remedyOf(operatorParts, alarm),
        }))
        .toSorted((leftRow, right) => leftRow.severity.localeCompare(right.severity)),
    ),
});

const acknowledge = declareAction({
  name: 'alarms/acknowledge',
  summary: 'Note who has seen an alarm.',
  input: z.strictObject({ alarm: z.string().min(1).max(500) }),
  output: z.object({ acknowledged: z.string() }),
  words: () => ['Acknowledged: it is notified again when it gets worse, and when it is over.'],
  run: ({ cutover }, { alarm: id }, actor) => {
    if (cutover.alarms.acknowledge(id, actor)) return success({ acknowledged: id });
    return makeRefusal('notFound', 'This alarm is over.');
  },
});

/** The view of alarms, and the action that notes who has seen one. */
export const alarmEntries = { list, acknowledge } as const;

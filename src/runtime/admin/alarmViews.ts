import type { AlarmView } from '../../console/consoleData';
import { type Alarm, alarmId, type AlarmKind } from '../../cutover/alarms';
import type { Cutover } from '../../cutover/cutover';
import { toAlarmPage } from '../../operator/stagePages';
import { alarmAnchor } from '../../documents/runbookPage';

/** Alarms that end for clients when v1 answers again. */
const endedByV1: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  ...(['failures v2', 'callers v2', 'refusals v2', 'slow v2', 'waiting v2'] as const),
  ...(['fallbacks', 'breaker', 'regression', 'differing'] as const),
]);

/** Returns the one click that ends what an alarm tells of; undefined where a person has to look first. */
function remedyOf(cutover: Cutover, { kind, subject, part }: Alarm, now: number): AlarmView['remedy'] {
  if (!cutover.resources().includes(subject)) return undefined;
  const given = { resource: subject, reason: 'by the button beside the alarm' };
  if (kind === 'held') return { label: `Release ${subject}`, action: 'stages/release', given };
  if (kind === 'pin' && part !== undefined)
    return {
      label: `Unpin at ${subject}`,
      action: 'stages/pin',
      given: { ...given, caller: part, side: 'none' },
    };
  const { state, sunset = now } = cutover.standing(subject);
  const { stage, killed } = state;
  const asksV2 = ['canary', 'v2'].includes(stage.kind) && !killed;
  if (!asksV2 || now >= sunset || !endedByV1.has(kind)) return undefined;
  return { label: `${subject} back to shadow`, action: 'stages/move', given: { ...given, to: 'shadow' } };
}

/** Makes the alarms of the console's pages, the worst first. */
export const alarmViews = (cutover: Cutover, now: number): readonly AlarmView[] =>
  cutover.alarms
    .current()
    .map((alarm) => ({
      ...toAlarmPage(alarm),
      ...{ id: alarmId(alarm), anchor: alarmAnchor(alarm.kind), remedy: remedyOf(cutover, alarm, now) },
    }))
    .toSorted((left, right) => left.severity.localeCompare(right.severity));

import { z } from 'zod';
import type { Alarm } from '../cutover/alarms';
import type { CallerName } from '../cutover/callerNames';
import type { Overview } from '../cutover/cutover';
import { isInWindow } from '../cutover/runPlan';
import { explainDecision } from '../cutover/stages/decide';
import { renderStage } from '../cutover/stages/stage';
import { currentHold } from '../cutover/stages/stageState';

const counts = z.object({ requests: z.number(), errors: z.number() });
const side = counts.extend({ p95: z.number().optional() });
const sides = z.object({ v1: side, v2: side });
const compared = z.object({ compared: z.number(), differing: z.number() });

/** Schema of the gate's verdict on a move. */
export const gateSaid = z.object({
  to: z.string(),
  verdict: z.string(),
  conditions: z.array(z.object({ name: z.string(), outlook: z.string(), sentence: z.string() })),
});

/** Schema of an alarm; instants are ISO texts. */
export const alarmPage = z.object({
  since: z.string(),
  severity: z.enum(['warning', 'critical']),
  text: z.string(),
  acknowledged: z
    .object({ by: z.string(), at: z.string() })
    .optional()
    .describe('name of the person who has seen it, and when'),
});

/** Schema of one resource on the admin port; instants are ISO texts. */
export const overviewPage = z.object({
  resource: z.string(),
  stage: z.string(),
  since: z.string().optional(),
  /** Actor of the latest move. */
  by: z.string().optional(),
  /** Instant from which v1 is not asked. */
  sunset: z.string().optional(),
  held: z.string().optional(),
  killed: z.boolean(),
  pins: z.record(z.string(), z.enum(['v1', 'v2'])),
  /** Names of the pinned callers that have one. */
  names: z.record(z.string(), z.string()),
  /** Decision for a caller outside every pin and canary, and its reason. */
  answers: z.string(),
  /** Evidence within the window. */
  evidence: z.object({ compared: z.number(), differing: z.number(), v1: counts, v2: counts }),
  /** Comparisons since the evidence was begun with this mapping. */
  allTime: compared,
  /** Comparisons since midnight, UTC. */
  today: compared,
  /** Requests of the last five minutes and the last hour; p95 in ms. */
  traffic: z.object({ recent: sides, hour: sides }),
  /** Seen callers by the side that answers them now. */
  callers: z.object({ v1: z.number(), v2: z.number() }),
  breaker: z.enum(['closed', 'open', 'trying']),
  /** Callers whose writes v2 would refuse, a sentence for each; absent from older gateways. */
  forecast: z.array(z.string()).default([]),
  /** Alarms of this resource and of all resources. */
  alarms: z.array(alarmPage),
  gate: gateSaid.optional().describe('of the next move forward that a person would make'),
  back: z.string().optional().describe('stage of a move back'),
  next: z
    .object({
      step: z.string(),
      verdict: z.string(),
      conditions: z.array(z.string()),
      /** Reasons to wait. They are empty when the step is due. */
      waits: z.array(z.string()),
    })
    .optional(),
});

export type OverviewPage = z.output<typeof overviewPage>;

const isoText = (at: number | undefined): string | undefined =>
  at === undefined || at === 0 ? undefined : new Date(at).toISOString();

/** Renders the next step of the plan and the reasons why it waits. */
function nextPage({ step, judgement }: NonNullable<Overview['next']>, now: number): OverviewPage['next'] {
  const { verdict, conditions } = judgement;
  const missingConditions = conditions.filter(({ outlook }) => outlook !== 'passed');
  return {
    step: step.id,
    verdict,
    conditions: conditions.map(({ outlook, sentence }) => `${outlook}: ${sentence}`),
    waits: [
      ...(now < step.notBefore ? [`its date, ${new Date(step.notBefore).toISOString()}`] : []),
      ...(step.window === undefined || isInWindow(step.window, now) ? [] : ['its window']),
      ...missingConditions.map(({ sentence }) => sentence),
    ],
  };
}

/** Renders an alarm for the admin port. */
export const makeAlarmPage = ({
  since,
  severity,
  text,
  acknowledged,
}: Alarm): z.output<typeof alarmPage> => ({
  since: new Date(since).toISOString(),
  severity,
  text,
  ...(acknowledged && { acknowledged: { by: acknowledged.by, at: new Date(acknowledged.at).toISOString() } }),
});

/** Renders one resource for the admin port: the schema picks what the page has of the overview. */
export function makeOverviewPage(
  overview: Overview,
  alarms: readonly Alarm[],
  callerName: CallerName,
  now: number,
): OverviewPage {
  const { resource, state, recent, hour, next } = overview;
  const namedCallers = [...state.pins.keys()].map((caller) => [caller, callerName(caller)] as const);
  return overviewPage.parse({
    ...overview,
    stage: renderStage(state.stage),
    since: isoText(state.since),
    by: state.by === '' ? undefined : state.by,
    sunset: isoText(overview.sunset),
    held: currentHold(state, now)?.reason,
    killed: state.killed,
    pins: Object.fromEntries(state.pins),
    names: Object.fromEntries(namedCallers.filter(([, name]) => name !== undefined)),
    answers: explainDecision(overview.decision),
    traffic: { recent, hour },
    alarms: alarms.filter(({ subject }) => subject === resource || subject === '*').map(makeAlarmPage),
    next: next && nextPage(next, now),
  });
}

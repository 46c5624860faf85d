import { z } from 'zod';
import type { Alarm } from './alarms';
import type { CallerName } from './callerNames';
import { currentHold } from './currentHold';
import type { Overview } from './cutover';
import { explainDecision } from './explainDecision';
import { renderStage } from './renderStage';

const counts = z.object({ requests: z.number(), errors: z.number() });

/** One resource as it goes over the admin port; instants are ISO texts. */
export const overviewPage = z.object({
  resource: z.string(),
  stage: z.string(),
  since: z.string().optional(),
  held: z.string().optional(),
  killed: z.boolean(),
  pins: z.record(z.string(), z.enum(['v1', 'v2'])),
  /** What those callers are called, as far as they have a name. */
  names: z.record(z.string(), z.string()),
  /** What a caller outside every pin and canary gets, and why. */
  answers: z.string(),
  /** Within the window. */
  evidence: z.object({ compared: z.number(), differing: z.number(), v1: counts, v2: counts }),
  /** Since the evidence was begun with this mapping. */
  allTime: z.object({ compared: z.number(), differing: z.number() }),
  /** What is not as it should be with it, or with all resources. */
  alarms: z.array(
    z.object({ since: z.string(), severity: z.enum(['warning', 'critical']), text: z.string() }),
  ),
  next: z.object({ step: z.string(), verdict: z.string(), conditions: z.array(z.string()) }).optional(),
});

export type OverviewPage = z.output<typeof overviewPage>;

/** Makes the page of one resource. */
export function toOverviewPage(
  { resource, state, decision, evidence, allTime, next }: Overview,
  alarms: readonly Alarm[],
  callerName: CallerName,
  now: number,
): OverviewPage {
  const { compared, differing, v1, v2 } = evidence;
  const held = currentHold(state, now);
  return {
    resource,
    stage: renderStage(state.stage),
    ...(state.since === 0 ? {} : { since: new Date(state.since).toISOString() }),
    ...(held === undefined ? {} : { held: held.reason }),
    killed: state.killed,
    pins: Object.fromEntries(state.pins),
    names: Object.fromEntries(
      [...state.pins.keys()].flatMap((caller) => {
        const name = callerName(caller);
        return name === undefined ? [] : [[caller, name]];
      }),
    ),
    answers: explainDecision(decision),
    evidence: {
      compared,
      differing,
      v1: { requests: v1.requests, errors: v1.errors },
      v2: { requests: v2.requests, errors: v2.errors },
    },
    allTime: { compared: allTime.compared, differing: allTime.differing },
    alarms: alarms
      .filter(({ subject }) => subject === resource || subject === '*')
      .map(({ since, severity, text }) => ({ since: new Date(since).toISOString(), severity, text })),
    ...(next === undefined
      ? {}
      : {
          next: {
            step: next.step.id,
            verdict: next.judgement.verdict,
            conditions: next.judgement.conditions.map(({ outlook, sentence }) => `${outlook}: ${sentence}`),
          },
        }),
  };
}

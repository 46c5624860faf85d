import { z } from 'zod';
import { causeSchema, changeSchema, sideSchema } from './stages/stageEvent';
import type { Alarm } from './alarms';
import type { CallerName } from './callerNames';
import { currentHold } from './stages/stageState';
import type { Overview } from './cutover';
import { explainDecision } from './stages/decide';
import { isInWindow } from './runPlan';
import { renderStage } from './stages/stage';

/** The outcome of a verification, as it comes over the admin port. */
export const verdictSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), events: z.number() }),
  z.object({ ok: z.literal(false), seq: z.number(), problem: z.string() }),
]);

/** The log as it comes over the admin port. */
export const logPage = z.array(
  z.object({
    seq: z.number(),
    at: z.number(),
    actor: z.string(),
    resource: z.string(),
    /** Of the caller that it is about, where it has one. */
    name: z.string().optional(),
    from: z.string(),
    change: changeSchema,
    cause: causeSchema,
    reason: z.string(),
    /** What the gate said then. */
    evidence: z.array(z.string()),
  }),
);

/** The list of ambiguous writes as it comes over the admin port. */
export const writesPage = z.array(
  z.object({
    id: z.string(),
    at: z.number(),
    resource: z.string(),
    target: z.string(),
    caller: z.string(),
    name: z.string().optional(),
    side: sideSchema,
    problem: z.string(),
    found: z.string().optional(),
    closed: z.object({ at: z.number(), by: z.string(), note: z.string() }).optional(),
  }),
);

/** Everybody who was seen, whatever was asked for. */
export const clientsPage = z.array(
  z.object({
    caller: z.string(),
    name: z.string().optional(),
    resources: z.array(z.string()),
    requests: z.number(),
    latest: z.string().optional(),
  }),
);

/** The answer to a label. */
export const labelledPage = z.object({ caller: z.string() });

const conditions = z.array(z.object({ name: z.string(), outlook: z.string(), sentence: z.string() }));

/** What the gate says of a move of each resource, as it comes over the admin port. */
export const gatesPage = z.array(
  z.object({
    resource: z.string(),
    from: z.string(),
    to: z.string(),
    forward: z.boolean(),
    killed: z.boolean(),
    verdict: z.string(),
    conditions,
  }),
);

/** The answer to a change of one resource. */
export const changedPage = z.object({
  resource: z.string(),
  kept: z.boolean(),
  /** As it is set now. */
  stage: z.string(),
  killed: z.boolean(),
});

/** The answer to a change of all resources: each was changed, or says why not. */
export const changesPage = z.object({
  changes: z.array(
    z.union([changedPage, z.object({ resource: z.string(), why: z.string(), message: z.string() })]),
  ),
});

/** A refusal of the admin port; with the resource that was asked for, and those that there are, where it is none. */
export const refusalPage = z.object({
  message: z.string(),
  resource: z.string().optional(),
  resources: z.array(z.string()).optional(),
});

const counts = z.object({ requests: z.number(), errors: z.number() });
const side = counts.extend({ p95: z.number().optional() });
const sides = z.object({ v1: side, v2: side });
const compared = z.object({ compared: z.number(), differing: z.number() });

/** One resource as it goes over the admin port; instants are ISO texts. */
export const overviewPage = z.object({
  resource: z.string(),
  stage: z.string(),
  since: z.string().optional(),
  /** Who moved it there. */
  by: z.string().optional(),
  /** From when v1 is not asked. */
  sunset: z.string().optional(),
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
  allTime: compared,
  /** Since midnight, UTC. */
  today: compared,
  /** The last five minutes and the last hour; p95 in ms. */
  traffic: z.object({ recent: sides, hour: sides }),
  /** Seen callers by the side that answers them now. */
  callers: z.object({ v1: z.number(), v2: z.number() }),
  breaker: z.enum(['closed', 'open', 'trying']),
  /** What is not as it should be with it, or with all resources. */
  alarms: z.array(
    z.object({ since: z.string(), severity: z.enum(['warning', 'critical']), text: z.string() }),
  ),
  next: z
    .object({
      step: z.string(),
      verdict: z.string(),
      conditions: z.array(z.string()),
      /** What it waits for; empty when it is due. */
      waits: z.array(z.string()),
    })
    .optional(),
});

export type OverviewPage = z.output<typeof overviewPage>;

const comparedOf = ({ compared, differing }: Overview['evidence']) => ({ compared, differing });

const instant = (name: 'since' | 'sunset', at: number | undefined): Record<string, string> =>
  at === undefined || at === 0 ? {} : { [name]: new Date(at).toISOString() };

/** The next step of the plan, and what it waits for. */
function nextPage({ step, judgement }: NonNullable<Overview['next']>, now: number): OverviewPage['next'] {
  const { verdict, conditions } = judgement;
  const missing = conditions.filter(({ outlook }) => outlook !== 'passed');
  return {
    step: step.id,
    verdict,
    conditions: conditions.map(({ outlook, sentence }) => `${outlook}: ${sentence}`),
    waits: [
      ...(now < step.notBefore ? [`its date, ${new Date(step.notBefore).toISOString()}`] : []),
      ...(step.window === undefined || isInWindow(step.window, now) ? [] : ['its window']),
      ...missing.map(({ sentence }) => sentence),
    ],
  };
}

/** Makes the page of one resource. */
export function toOverviewPage(
  overview: Overview,
  alarms: readonly Alarm[],
  callerName: CallerName,
  now: number,
): OverviewPage {
  const { resource, state, decision, evidence, next, recent, hour, callers, breaker } = overview;
  const { v1, v2 } = evidence;
  const held = currentHold(state, now);
  return {
    resource,
    stage: renderStage(state.stage),
    ...instant('since', state.since),
    ...(state.by === '' ? {} : { by: state.by }),
    ...instant('sunset', overview.sunset),
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
      ...comparedOf(evidence),
      v1: { requests: v1.requests, errors: v1.errors },
      v2: { requests: v2.requests, errors: v2.errors },
    },
    allTime: comparedOf(overview.allTime),
    today: comparedOf(overview.today),
    traffic: { recent, hour },
    callers,
    breaker,
    alarms: alarms
      .filter(({ subject }) => subject === resource || subject === '*')
      .map(({ since, severity, text }) => ({ since: new Date(since).toISOString(), severity, text })),
    ...(next === undefined ? {} : { next: nextPage(next, now) }),
  };
}

import type { EndedV1, Retirement } from './brownout';
import type { Side, Stage } from './stage';
import type { CutoverState } from './stageState';

/** Reasons for the side that answers a request, in words. */
const sentences = {
  stage: 'the stage says so',
  gone: 'the resource is gone from this gateway',
  retired: 'v1 has ended for the caller',
  brownout: 'v1 is switched off for a while, ahead of its end',
  noV1: 'no v1 is configured',
  sunset: 'v1 has ended, so the effective stage is v2 whatever was set',
  forced: 'the request forces its side, with the admin token',
  killed: 'the resource is killed: everything goes to v1',
  degraded: 'the store cannot be relied on, so everything goes to v1',
  pinned: 'the caller is pinned',
  breaker: 'v2 keeps failing on this instance, so v1 answers for now',
  refused: 'v2 refuses whatever the caller asks for, so v1 answers it for now',
  trial: 'v2 is tried again for a caller whom it refused',
  v1Fails: 'v1 keeps failing, and v2 has answered this read as v1 did',
  inCanary: 'the caller is in the canary',
  outsideCanary: 'the caller is not in the canary',
  cursor: 'the request asks for a page by a cursor that only this API knows',
  noKey: 'a client without a key is never in the canary',
} as const;

/** The reason for a decision, by its name in headers and logs. */
export type DecisionReason = keyof typeof sentences;

/** Problem codes of refusals that do not concern the request itself. */
type RefusedForNow = 'rateLimited' | 'unauthenticated' | 'forbidden';

/** Treatment of a caller that v2 refuses: an answer from v1, or a trial on v2. */
export type RefusedCallerTreatment = 'v1' | 'trial';

/** Stages at which v1 answers a write that v2 has refused by its rate limit: canary only, all, or none. */
export type TakesLimited = 'canary' | 'on' | 'off';

/** Decision on a request. */
export interface Decision {
  readonly side: Side | 'gone';
  /** Comparison after the answer: `shadow` may call v2, `check` may call v1. */
  readonly compare: 'nothing' | 'shadow' | 'check';
  /** True if v1 may answer after a failure of v2, by the table of `chooseFallback`. */
  readonly mayFallBack: boolean;
  /** Refusals of v2, without execution, after which v1 answers instead. They are absent for none. */
  readonly v1Takes?: readonly RefusedForNow[] | undefined;
  readonly because: DecisionReason;
  /** Brownout that refuses the request, with its end (clock ms) and the status from the plan. */
  readonly brownout?: { readonly id: string; readonly until: number; readonly status: 503 | 410 };
}

/** Decision with the effective stage of its resource at that moment. */
export interface StagedDecision extends Decision {
  readonly stage: StandingFigures['stage'] | undefined;
}

/** Reports whether a bucket belongs to a share, and so to every larger one. */
export const isInShare = (bucket: number, percent: number): boolean => bucket < Math.round(percent * 1000);

/** Renders a decision and its reason for people. */
export const explainDecision = ({ side, because }: Pick<Decision, 'side' | 'because'>): string =>
  `${side}: ${sentences[because]}`;

/** State that decides the requests of a resource. */
export interface Standing {
  readonly state: CutoverState;
  /** Instant (clock ms) after which v1 is not called. It is undefined without a v1. */
  readonly sunset: number | undefined;
  /** True while the store is unreliable. */
  readonly degraded: boolean;
  /** True while the breaker keeps this instance off v2. */
  readonly broken: boolean;
  /** Returns the treatment of a caller (fingerprint) that v2 refuses. */
  readonly setAside?: ((caller: string) => RefusedCallerTreatment | undefined) | undefined;
  /** True if v1 may answer requests after a failure of v2. */
  readonly fallback: boolean;
  /** Stages at which v1 answers limited writes; by default `canary`. */
  readonly limitedWrites?: TakesLimited | undefined;
  /** Brownouts and extensions in force. They are absent without any. */
  readonly retirement?: Retirement | undefined;
}

interface DecisionRequest {
  /** Caller. It is absent without a key. */
  readonly caller?: { readonly fingerprint: string; readonly bucket: number } | undefined;
  /** Side that the operator forces, with the admin token as proof. */
  readonly force?: Side | undefined;
}

const gone: Decision = { side: 'gone', compare: 'nothing', mayFallBack: false, because: 'gone' };

/** Returns the decision on a request that v1's retirement refuses. */
export function refusalBy(endedV1: EndedV1): Decision {
  if (endedV1.because === 'retired') return { ...gone, because: 'retired' };
  const { id, until, status } = endedV1;
  return { ...gone, because: 'brownout', brownout: { id, until, status } };
}

const v1Decision = (because: DecisionReason, compare: Decision['compare'] = 'nothing'): Decision => ({
  side: 'v1',
  compare,
  mayFallBack: false,
  because,
});

const v2Decision = (
  because: DecisionReason,
  mayFallBack: boolean,
  compare: Decision['compare'],
  v1Takes?: Decision['v1Takes'],
): Decision => ({ side: 'v2', compare, mayFallBack, v1Takes, because });

/** Recognizes the stages at which v2 answers clients or is compared. */
const isAskingV2 = ({ kind }: Stage): boolean => kind !== 'v1' && kind !== 'gone';

/** Returns the decision that overrides the stage while v1 lives. Returns undefined if none does. */
function overridingDecision({ state, degraded }: Standing, { force }: DecisionRequest): Decision | undefined {
  // The operator wants to see one side, so v1 must not cover a failure of v2.
  if (force === 'v1') return v1Decision('forced');
  if (force === 'v2') return v2Decision('forced', false, 'nothing');
  // The comparison continues, because only it shows whether v2 is repaired.
  if (state.killed) return v1Decision('killed', isAskingV2(state.stage) ? 'shadow' : 'nothing');
  if (degraded) return v1Decision('degraded');
  return undefined;
}

function decideCanary(percent: number, standing: Standing, caller: DecisionRequest['caller']): Decision {
  if (caller === undefined) return v1Decision('noKey', 'shadow');
  if (!isInShare(caller.bucket, percent)) return v1Decision('outsideCanary', 'shadow');
  return decideByDraw('inCanary', standing, caller);
}

const byLimit = ['rateLimited'] as const;
const anyRefusal = ['rateLimited', 'unauthenticated', 'forbidden'] as const;

/**
 * Decides as `decideOnV2`, but lets v1 answer a caller that v2 refuses. A pinned caller is not spared, so that a person sees
 * the refusal.
 */
function decideByDraw(
  because: DecisionReason,
  standing: Standing,
  caller: DecisionRequest['caller'],
): Decision {
  const aside = caller && standing.setAside?.(caller.fingerprint);
  if (aside === undefined || standing.broken) return decideOnV2(because, standing);
  if (aside === 'v1') return v1Decision('refused');
  return v2Decision('trial', true, 'nothing', anyRefusal);
}

function decideOnV2(
  because: DecisionReason,
  { broken, fallback, limitedWrites = 'canary', state }: Standing,
): Decision {
  if (broken) return v1Decision('breaker', 'shadow');
  const takes = limitedWrites === 'on' || (limitedWrites === 'canary' && state.stage.kind !== 'v2');
  return v2Decision(because, fallback, 'check', takes ? byLimit : undefined);
}

/** Decides by the stage alone. */
function decideByStage(standing: Standing, caller: DecisionRequest['caller']): Decision {
  const { stage } = standing.state;
  switch (stage.kind) {
    case 'v1':
      return v1Decision('stage');
    case 'shadow':
      return v1Decision('stage', 'shadow');
    case 'canary':
      return decideCanary(stage.percent, standing, caller);
    case 'v2':
      return decideByDraw('stage', standing, caller);
    case 'gone':
      return gone;
  }
}

/**
 * Decides a request: the answering side, the comparison afterwards, and the reason. Pure. After v1's sunset, and
 * without a v1, the effective stage is `v2` at any set stage. Only `gone`, which calls no API, stays.
 */
export function decide(standing: Standing, decisionRequest: DecisionRequest, now: number): Decision {
  const { state, sunset } = standing;
  if (sunset === undefined || now >= sunset) {
    if (state.stage.kind === 'gone') return gone;
    return v2Decision(sunset === undefined ? 'noV1' : 'sunset', false, 'nothing');
  }
  const override = overridingDecision(standing, decisionRequest);
  if (override !== undefined) return override;
  const { caller } = decisionRequest;
  const pinned = caller === undefined ? undefined : state.pins.get(caller.fingerprint);
  if (pinned === undefined || state.stage.kind === 'gone') return decideByStage(standing, caller);
  if (pinned === 'v1') return v1Decision('pinned', 'shadow');
  return decideOnV2('pinned', standing);
}

/** Stage of a resource for metrics and logs. */
export interface StandingFigures {
  /** Effective stage: after v1's sunset `v2` at any set stage. */
  readonly stage: Stage['kind'] | 'killed';
  /** Share of the callers that v2 answers, 0 to 100, regardless of the breaker. */
  readonly percent: number;
  /** True while the breaker keeps this instance off v2. */
  readonly broken: boolean;
}

/** Returns the effective stage of a resource at an instant (clock ms). */
export function effectiveStage({ state, sunset }: Standing, now: number): StandingFigures['stage'] {
  if (state.stage.kind === 'gone') return 'gone';
  if (sunset === undefined || now >= sunset) return 'v2';
  return state.killed ? 'killed' : state.stage.kind;
}

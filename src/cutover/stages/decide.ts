import type { Side, Stage } from './stage';
import type { CutoverState } from './stageState';

/** Why a request is answered by its side. */
export type Because =
  | 'stage'
  | 'gone'
  | 'noV1' // no v1 is configured
  | 'sunset' // v1 has ended
  | 'forced'
  | 'killed'
  | 'degraded' // the store cannot be relied on
  | 'pinned'
  | 'breaker'
  | 'inCanary'
  | 'outsideCanary'
  | 'noKey'; // whoever shows no key has no bucket

/** What becomes of one request. */
export interface Decision {
  readonly side: Side | 'gone';
  /** `shadow`: v2 may be asked afterwards; `check`: v1 may be. */
  readonly beside: 'nothing' | 'shadow' | 'check';
  /** True when v1 may answer what v2 could not, by the table of `fallbackFor`. */
  readonly mayFallBack: boolean;
  readonly because: Because;
}

/** A decision, and the stage of its resource as it works at that moment. */
export interface StagedDecision extends Decision {
  readonly stage: StandingFigures['stage'] | undefined;
}

/** True when a bucket belongs to a share; one that belongs to a share belongs to every larger one. */
export const isInShare = (bucket: number, percent: number): boolean => bucket < Math.round(percent * 1000);

const sentences: Readonly<Record<Because, string>> = {
  stage: 'the stage says so',
  gone: 'the resource is gone from this gateway',
  noV1: 'no v1 is configured',
  sunset: 'v1 has ended, so the effective stage is v2 whatever was set',
  forced: 'the request forces its side, with the admin token',
  killed: 'the resource is killed: everything goes to v1',
  degraded: 'the store cannot be relied on, so everything goes to v1',
  pinned: 'the caller is pinned',
  breaker: 'v2 keeps failing on this instance, so v1 answers for now',
  inCanary: 'the caller is in the canary',
  outsideCanary: 'the caller is not in the canary',
  noKey: 'whoever shows no key is never in the canary',
};

/** A decision and its reason, for people. */
export const explainDecision = ({ side, because }: Decision): string => `${side}: ${sentences[because]}`;

/** What a resource's requests are decided by. */
export interface Standing {
  readonly state: CutoverState;
  /** The instant (clock ms) from which v1 is not asked; undefined when there is no v1. */
  readonly sunset: number | undefined;
  /** True while the store cannot be relied on. */
  readonly degraded: boolean;
  /** True while the breaker keeps this instance off v2. */
  readonly broken: boolean;
  /** True when v1 may answer what v2 could not. */
  readonly fallback: boolean;
}

/** What is known of a request before it is read. */
interface DecisionRequest {
  /** Absent without a key. */
  readonly caller?: { readonly fingerprint: string; readonly bucket: number } | undefined;
  /** The side that the operator, known by the admin token, wants to see. */
  readonly force?: Side | undefined;
}

const gone: Decision = { side: 'gone', beside: 'nothing', mayFallBack: false, because: 'gone' };

const toV1 = (because: Because, beside: Decision['beside'] = 'nothing'): Decision => ({
  side: 'v1',
  beside,
  mayFallBack: false,
  because,
});

const toV2 = (because: Because, mayFallBack: boolean, beside: Decision['beside']): Decision => ({
  side: 'v2',
  beside,
  mayFallBack,
  because,
});

/** What overrides the stage while v1 lives; undefined when nothing does. */
function overriding({ state, degraded }: Standing, { force }: DecisionRequest): Decision | undefined {
  // The operator looks at one side: what v2 cannot do is to be seen, not covered by v1.
  if (force !== undefined) return force === 'v1' ? toV1('forced') : toV2('forced', false, 'nothing');
  if (state.killed) return toV1('killed');
  if (degraded) return toV1('degraded');
  return undefined;
}

function canary(percent: number, standing: Standing, caller: DecisionRequest['caller']): Decision {
  if (caller === undefined) return toV1('noKey', 'shadow');
  if (!isInShare(caller.bucket, percent)) return toV1('outsideCanary', 'shadow');
  return onV2('inCanary', standing);
}

function onV2(because: Because, { broken, fallback }: Standing): Decision {
  return broken ? toV1('breaker', 'shadow') : toV2(because, fallback, 'check');
}

function byStage(standing: Standing, caller: DecisionRequest['caller']): Decision {
  const { stage } = standing.state;
  switch (stage.kind) {
    case 'v1':
      return toV1('stage');
    case 'shadow':
      return toV1('stage', 'shadow');
    case 'canary':
      return canary(stage.percent, standing, caller);
    case 'v2':
      return onV2('stage', standing);
    case 'gone':
      return gone;
  }
}

/**
 * Decides one request: who answers, what is done beside it, and why. Pure. After v1's sunset, and without a v1, the
 * effective stage is `v2` whatever was set; only `gone`, which asks nobody, stays.
 */
export function decide(standing: Standing, asked: DecisionRequest, now: number): Decision {
  const { state, sunset } = standing;
  if (sunset === undefined || now >= sunset) {
    if (state.stage.kind === 'gone') return gone;
    return toV2(sunset === undefined ? 'noV1' : 'sunset', false, 'nothing');
  }
  const override = overriding(standing, asked);
  if (override !== undefined) return override;
  const { caller } = asked;
  const pinned = caller === undefined ? undefined : state.pins.get(caller.fingerprint);
  if (pinned === undefined || state.stage.kind === 'gone') return byStage(standing, caller);
  return pinned === 'v1' ? toV1('pinned', 'shadow') : onV2('pinned', standing);
}

/** How a resource stands, for figures. */
export interface StandingFigures {
  /** As it works now: after v1's sunset `v2`, whatever was set. */
  readonly stage: Stage['kind'] | 'killed';
  /** Share of the callers that v2 answers, 0 to 100; what the breaker does is not in it. */
  readonly percent: number;
  /** True while the breaker keeps this instance off v2. */
  readonly broken: boolean;
}

function percentOf(stage: Stage): number {
  switch (stage.kind) {
    case 'v1':
    case 'shadow':
    case 'gone':
      return 0;
    case 'canary':
      return stage.percent;
    case 'v2':
      return 100;
  }
}

/** The stage of a resource in figures, at an instant (clock ms). */
export function standingFigures({ state, sunset, broken }: Standing, now: number): StandingFigures {
  if (state.stage.kind === 'gone') return { stage: 'gone', percent: 0, broken: false };
  if (sunset === undefined || now >= sunset) return { stage: 'v2', percent: 100, broken: false };
  if (state.killed) return { stage: 'killed', percent: 0, broken };
  return { stage: state.stage.kind, percent: percentOf(state.stage), broken };
}

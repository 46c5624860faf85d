import type { CutoverState } from './cutoverState';
import type { Because, Decision } from './decision';
import { isWithin } from './isWithin';
import type { Side } from './stage';

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
export interface Asked {
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
function overriding({ state, degraded }: Standing, { force }: Asked): Decision | undefined {
  // The operator looks at one side: what v2 cannot do is to be seen, not covered by v1.
  if (force !== undefined) return force === 'v1' ? toV1('forced') : toV2('forced', false, 'nothing');
  if (state.killed) return toV1('killed');
  if (degraded) return toV1('degraded');
  return undefined;
}

function canary(percent: number, standing: Standing, caller: Asked['caller']): Decision {
  if (caller === undefined) return toV1('noKey', 'shadow');
  if (!isWithin(caller.bucket, percent)) return toV1('outsideCanary', 'shadow');
  return onV2('inCanary', standing);
}

function onV2(because: Because, { broken, fallback }: Standing): Decision {
  return broken ? toV1('breaker', 'shadow') : toV2(because, fallback, 'check');
}

function byStage(standing: Standing, caller: Asked['caller']): Decision {
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
export function decide(standing: Standing, asked: Asked, now: number): Decision {
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

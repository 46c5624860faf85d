import type { Side } from './stage';

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

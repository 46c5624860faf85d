import type { NamesByCaller } from './callerNames';
import type { Clock } from './clock';
import type { Subject } from './evidence';
import type { CutoverStore } from './cutoverStore';
import type { Notice } from './notice';
import type { Plan } from './plan';
import type { Side } from './stage';
import type { StageEvent } from './stageEvent';

/** What a cutover is made of. */
export interface CutoverParts {
  readonly subject: Subject;
  /** The instant (clock ms) from which v1 is not asked; undefined when there is no v1. */
  readonly sunset: number | undefined;
  /** Who answers for a resource that was never moved; v1 unless said. */
  readonly start?: Side;
  /** Chooses who is in the canary; another one draws anew. */
  readonly seed: string;
  /** True when v1 may answer what v2 could not. */
  readonly fallback: boolean;
  readonly store: CutoverStore;
  /** The log as the store holds it, verified. */
  readonly kept: readonly StageEvent[];
  readonly plan: Plan | undefined;
  readonly clock: Clock;
  /** How far a look at the evidence reaches back, ms; 7 days unless told. */
  readonly window?: number;
  /** What the exchange table calls its callers: another map when it changes. */
  readonly keyNames?: (() => NamesByCaller) | undefined;
  /** Hears what a person wants to hear of; must not throw. */
  readonly notify: (notice: Notice) => void;
}

import type { Requirements } from './requirements';
import type { Stage } from './stage';

/** Hours of the week, in one time zone, in which a step may be taken. */
export interface Window {
  /** Days of the week, 0 is Sunday. */
  readonly days: readonly number[];
  /** Minutes since local midnight: from the first up to, and without, the second. */
  readonly from: number;
  readonly to: number;
  /** IANA name of the zone. */
  readonly zone: string;
}

/** One step: time says that it may be taken, evidence says that it can. */
export interface Step {
  /** Names the step in the log, so that it is taken at most once. */
  readonly id: string;
  readonly resource: string;
  readonly to: Stage;
  /** Clock ms. */
  readonly notBefore: number;
  readonly window: Window | undefined;
  readonly requirements: Requirements;
  /** `hold`: looked at again until it is ready; `notify`: said once, and left to a person. */
  readonly onNotReady: 'hold' | 'notify';
}

/** The steps of all resources, each resource's in their order. */
export interface Plan {
  /** `automatic`: a step that is ready is taken; `notify`: it is said, and a person takes it. */
  readonly advance: 'automatic' | 'notify';
  readonly steps: readonly Step[];
}

import type { Budget } from './createBudget';
import type { Controls } from './createControls';
import type { BesideRequest } from './beside';
import type { ShadowParts } from './shadowParts';

/** What a comparison is worked on with. */
export interface Desk extends ShadowParts {
  readonly budgets: { readonly v1: Budget; readonly v2: Budget };
  readonly controls: Controls;
}

/** One comparison under way. */
export interface Errand {
  readonly request: BesideRequest;
  /** When the client had its answer, clock ms. */
  readonly at: number;
  /** Steady ms. */
  readonly servedAt: number;
  readonly deadlineAt: number;
  /** Fires at the deadline, and when the process ends. */
  readonly gone: AbortSignal;
}

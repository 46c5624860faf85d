import type { Asked, Operation, Outgoing } from '../mapping/operation';
import type { Printed } from '../translation/answerTranslation';
import type { Errand } from './callUpstream';

/** A checked v1 request: everything that its v2 calls are made of. */
export interface Task {
  readonly operation: Operation;
  /** v1 path parameters, and those of v2 that the body fills. */
  readonly values: Readonly<Record<string, string>>;
  readonly asked: Asked;
  readonly outgoing: Outgoing;
  readonly errand: Errand;
}

/** What a task came to. */
export interface Performed {
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole v1 body, and for the parts that more than one call makes its envelope. */
  readonly printed: Printed;
  /** True when a write was left out, because it would change nothing. */
  readonly unchanged?: true;
}

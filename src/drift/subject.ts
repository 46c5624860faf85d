import type { Field } from '../contract/field';
import type { Desk } from './desk';

/** What one v2 endpoint answers with, as the mappings declare it. */
export interface Subject {
  /** e.g. `GET /v2/account-offers/{account}` */
  readonly endpoint: string;
  /** Where in the answer it stands. */
  readonly at: 'data' | 'body';
  /** What stands there: one resource, a list of it, or an answer of its own. */
  readonly field: Field;
  /** What becomes of a value there that the contract does not allow. */
  readonly effectAt: Desk['effectAt'];
}

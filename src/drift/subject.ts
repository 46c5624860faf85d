import type { Field } from '../contract/field';

/** What one v2 endpoint answers with, as the mappings declare it. */
export interface Subject {
  /** e.g. `GET /v2/account-offers/{account}` */
  readonly endpoint: string;
  /** Where in the answer it stands. */
  readonly at: 'data' | 'body';
  /** What stands there: one resource, a list of it, or an answer of its own. */
  readonly field: Field;
  /** True when an answer that does not fit the contract is refused; list pages are read for a few fields only. */
  readonly guarded: boolean;
}

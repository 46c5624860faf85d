import type { Field } from '../contract/field';

/** What one v2 endpoint answers with, as the mappings declare it. */
export interface Subject {
  /** e.g. `GET /v2/account-offers/{account}` */
  readonly endpoint: string;
  /** What `data` is: one resource, or a list of it. */
  readonly data: Field;
  /** True when an answer that does not fit the contract is refused; list pages are read for a few fields only. */
  readonly guarded: boolean;
}

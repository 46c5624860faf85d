import type { Json } from '../contract/json';

/**
 * Shown the body of every complete success of v2 before anything is made of it, also of one that is refused afterwards;
 * `endpoint` is e.g. `GET /v2/account-offers/{account}`. Must neither throw nor change it.
 */
export type Watch = (endpoint: string, body: Json) => void;

import type { Transaction } from 'kysely';
import type { Json } from '../../contract/json';
import type { Display } from '../show/display';
import type { Tables } from '../storage/tables';

/** One authenticated request, as an operation sees it. */
export interface Call {
  readonly sellerId: number;
  /** Everything the operation reads and writes is one transaction. */
  readonly db: Transaction<Tables>;
  /** The marketplace's time in Unix seconds. */
  readonly now: number;
  readonly display: Display;
  /** Path parameters by name, decoded once. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Address of the request without its query, for the links of a list. */
  readonly address: string;
  /** The parsed body; null when there was none. */
  readonly body: Json;
}

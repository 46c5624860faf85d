import type { Transaction } from 'kysely';
import type { Json } from '../../contract/json';
import type { Display } from '../values/display';
import type { Tables } from '../storage/sandboxTables';
import type { Reply } from './reply';
import type { OperationContract } from '../../contract/operationContract';

/** One authenticated request, as an operation sees it. */
export interface SellerCall {
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

/** Runs an operation: refuses, or reads, writes and answers. */
export type Handler = (call: SellerCall) => Promise<Reply> | Reply;

/** One handler for each operation of a contract: none missing, none too many. */
export type HandlersOf<Contracts> = { readonly [Name in keyof Contracts]: Handler };

/** An operation that the marketplace serves: its contract and its handler. */
export interface ServedOperation extends OperationContract {
  /** Name within its version. */
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly handle: Handler;
}

/** Reads an id from a path; undefined for text that is no id. */
export const pathId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import type { Json } from '../contract/json';
import { checkBody, answerInvalid, type Rule } from './http/checkBody';
import { type Reply, sandboxProblems } from './http/reply';
import type { AccountOffer, Credential, Order, SellerKey, StockOffer } from './storage/sandboxSchema';
import { MarketTable } from './storage/tables';
import type { Display } from './values/display';

/** Opens the tables of a database. */
export const openMarket = (database: DatabaseSync) => ({
  accounts: new MarketTable<AccountOffer>(database, 'account_offer'),
  credentials: new MarketTable<Credential>(database, 'credential'),
  stocks: new MarketTable<StockOffer>(database, 'stock_offer'),
  orders: new MarketTable<Order>(database, 'sale'),
  keys: new MarketTable<SellerKey>(database, 'api_key'),
});

export type Market = Readonly<ReturnType<typeof openMarket>>;

/** Parts of a call that do not depend on the caller. */
export interface MarketCall extends Market {
  readonly display: Display;
  /** Time of the marketplace in Unix seconds. */
  readonly at: number;
}

/** Authenticated request for an operation, whose reads and writes are one transaction. */
export interface SellerCall extends MarketCall {
  readonly sellerId: number;
  /** Path parameters by name, decoded once. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Address of the request without its query, for the links of a list. */
  readonly address: string;
  /** Parsed body; null if there is none. */
  readonly body: Json;
}

/** Runs an operation: refuses, or reads, writes and answers. */
export type Handler = (call: SellerCall) => Reply;

/** Operation that the marketplace serves. */
export interface ServedOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces. */
  readonly path: string;
  readonly version: 'v1' | 'v2';
  /** True if no key is needed. */
  readonly open?: true;
  readonly handle: Handler;
}

/** Creates rows of the table of operations from routes such as `GET /v2/games` and their handlers. */
export const makeOperations = (routes: Readonly<Record<string, Handler>>): readonly ServedOperation[] =>
  Object.entries(routes).map(([route, handle]) => {
    const [method, path = ''] = route.split(' ');
    const version = path.startsWith('/v1/') ? 'v1' : 'v2';
    return { method: method as ServedOperation['method'], path, version, handle };
  });

/** Makes the answer from a row, or 404 if there is none. */
export const answerRow = <Row>(row: Row | undefined, answer: (row: Row) => Reply): Reply =>
  row === undefined ? sandboxProblems.notFound : answer(row);

/** Checks the body of a call against its contract and further rules. Answers its faults. */
export function answerBody<Schema extends z.ZodType>(
  { body }: Pick<SellerCall, 'body'>,
  schema: Schema,
  rules: readonly Rule[],
  answer: (value: z.output<Schema>) => Reply,
): Reply {
  const checked = checkBody(schema, body, ...rules);
  if (!checked.ok) return answerInvalid(checked.failure);
  return answer(checked.value);
}

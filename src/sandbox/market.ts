import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../contract/json';
import type { IncomingRequest } from './http/incomingRequest';
import type { Reply } from './http/reply';
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

/** Request for an operation, whose reads and writes are one transaction. */
export interface MarketCall extends Market, Pick<IncomingRequest, 'parameters' | 'query' | 'address'> {
  readonly display: Display;
  /** Time of the marketplace in Unix seconds. */
  readonly at: number;
  /** Seller who calls; 0, whom no row belongs to, if no key is needed. */
  readonly sellerId: number;
  /** Parsed body; null if there is none. */
  readonly body: Json;
}

/** Runs an operation: reads, writes and answers, or throws a refusal. */
export type Handler = (call: MarketCall) => Reply;

/** Handlers by their routes, such as `GET /v2/games`. */
export type Routes = Readonly<Record<string, Handler>>;

/** Operation that the marketplace serves. */
export interface ServedOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces. */
  readonly path: string;
  readonly version: 'v1' | 'v2';
  /** True if no key is needed. */
  readonly open: boolean;
  readonly handle: Handler;
}

/** Creates rows of the table of operations. */
export const makeOperations = (routes: Routes, open = false): readonly ServedOperation[] =>
  Object.entries(routes).map(([route, handle]) => {
    const [method, path = ''] = route.split(' ');
    const version = path.startsWith('/v1/') ? 'v1' : 'v2';
    return { method: method as ServedOperation['method'], path, version, open, handle };
  });

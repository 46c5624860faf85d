import type { Clock } from '../contract/clock';
import type { RecordedRequest } from './http/recordedRequests';
import type { StoreLocation } from '../store/sqliteStore';
import type { LimitMode } from './http/rateLimiter';

/** Running marketplace. */
export interface Sandbox {
  /** Origin of the marketplace, e.g. `http://127.0.0.1:8090`. */
  readonly origin: string;
  readonly port: number;
  /** True if this start filled the store. */
  readonly isNew: boolean;
  /** Keys with full access of the first seller. */
  readonly keys: { readonly v1: string; readonly v2: string };
  /** Login of an account that the first seller lists. */
  readonly sampleLogin: string;
  /** Id of a currency offer of the first seller. */
  readonly sampleCurrencyOfferId: number;
  /** Slug of the game of that offer. */
  readonly sampleCurrencyGame: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410. */
  readonly v1Sunset: number;
  /** Returns the latest requests, oldest first, with masked secrets. */
  readonly requests: () => readonly RecordedRequest[];
  /** Ends every connection and closes the store. */
  readonly close: () => Promise<void>;
}

/** Clock of the marketplace: the composition root passes the real one, tests a fake. */
export type MarketClock = Pick<Clock, 'now' | 'schedule'>;

/** Options of startSandbox. */
export interface SandboxOptions {
  readonly host: string;
  /** Port to listen on; 0 for any free port. */
  readonly port: number;
  readonly store: StoreLocation;
  /** Seed of the content of a new store; an existing store keeps its content. */
  readonly seed: number;
  /** Number of seller accounts in a new store; default 1. */
  readonly sellers?: number;
  /** Number of account offers of each seller in a new store; default 120. Other offers and orders are in proportion. */
  readonly offers?: number;
  /** True for answers in the observed form of the live service, false for the form of the specification. */
  readonly liveShapes: boolean;
  readonly clock: MarketClock;
  /** Price of one euro in US dollars, as decimal text; default 1.0842. */
  readonly dollarsPerEuro?: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410; default 2025-11-30T00:00:00Z (spec 9). */
  readonly v1Sunset?: number;
  /** Rate limits that apply (spec 8); default none. */
  readonly rateLimits?: LimitMode;
  /** Receives bugs; without it only the caller sees them, as a 500. */
  readonly reportBug?: (error: unknown) => void;
  /** Ends the seeding of a new store, which then stays empty: the start fails with an `AbortError`. */
  readonly stop?: AbortSignal;
  /** Receives the count of seeded offers and the total. */
  readonly progress?: (done: number, total: number) => void;
}

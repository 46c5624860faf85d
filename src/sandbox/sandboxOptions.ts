import type { StoreLocation } from '../store/openStore';
import type { Clock } from './clock';
import type { LimitMode } from './limits/limitsFor';

/** How a marketplace is started. */
export interface SandboxOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly store: StoreLocation;
  /** What a new store is filled with follows from this number; an existing store keeps its content. */
  readonly seed: number;
  /** Seller accounts of a new store; default 1. */
  readonly sellers?: number;
  /** Account offers of each seller of a new store; default 120. Other offers and orders come in proportion. */
  readonly offers?: number;
  /** True to answer as the live service was seen to answer, false as the specification says. */
  readonly liveShapes: boolean;
  readonly clock: Clock;
  /** Price of one euro in US dollars, as decimal text; default 1.0842. */
  readonly dollarsPerEuro?: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410; default 2025-11-30T00:00:00Z (spec 9). */
  readonly v1Sunset?: number;
  /** `User-Agent` of webhooks; default `lifeboat-sandbox`. */
  readonly webhookUserAgent?: string;
  /** Which rate limits are kept (spec 8); default none. */
  readonly rateLimits?: LimitMode;
  /** Hears of bugs; by default nobody does, and the caller sees a 500. */
  readonly reportBug?: (error: unknown) => void;
  /** Ends the seeding of a new store, of which nothing is kept then: the start fails with an `AbortError`. */
  readonly stop?: AbortSignal;
  /** Hears how many of how many offers have been seeded. */
  readonly progress?: (done: number, total: number) => void;
}

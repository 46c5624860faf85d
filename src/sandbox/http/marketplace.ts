import type { Kysely } from 'kysely';
import type { MarketClock } from '../sandboxOptions';
import type { Chance } from '../values/random';
import type { FaultBoard } from '../faults/faultBoard';
import type { LimitMode, RateLimiter } from './rateLimiter';
import type { RequestLog } from './recordedRequests';
import type { Display } from '../values/display';
import type { Tables } from '../storage/sandboxTables';
import type { Dispatcher } from '../webhooks/webhookDispatcher';

/** State and parts that all requests of one marketplace share. */
export interface Marketplace {
  readonly db: Kysely<Tables>;
  readonly clock: MarketClock;
  readonly display: Display;
  /** Signs the keys. */
  readonly keySecret: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410. */
  readonly v1Sunset: number;
  readonly limitMode: LimitMode;
  readonly limiter: RateLimiter;
  readonly faults: FaultBoard;
  readonly chance: Chance;
  readonly requests: RequestLog;
  readonly webhooks: Dispatcher;
  /** Receives errors that should not have been thrown. */
  readonly reportBug: (error: unknown) => void;
}

import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Chance } from '../faults/createChance';
import type { FaultBoard } from '../faults/faultBoard';
import type { LimitMode } from '../limits/limitsFor';
import type { RateLimiter } from '../limits/rateLimiter';
import type { RequestLog } from '../requests/requestLog';
import type { Display } from '../show/display';
import type { Tables } from '../storage/tables';
import type { Dispatcher } from '../webhooks/createDispatcher';

/** What every request of one marketplace shares. */
export interface World {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
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
  /** Hears of what should not have been thrown. */
  readonly reportBug: (error: unknown) => void;
}

import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { RequestLog } from '../requests/requestLog';
import type { Display } from '../show/display';
import type { Tables } from '../storage/tables';

/** What every request of one marketplace shares. */
export interface World {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly display: Display;
  /** Signs the keys. */
  readonly keySecret: string;
  readonly requests: RequestLog;
}

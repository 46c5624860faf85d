import { differenceInHours } from 'date-fns/differenceInHours';
import { parseISO } from 'date-fns/parseISO';
import type { KeyTable } from './keyTable';

/** One entry as it may be shown. */
export interface ListedKey {
  readonly name: string;
  /** Where its v2 keys come from, e.g. `env SELLER_KEY`; never a key. */
  readonly v2: readonly string[];
  readonly created: string;
  /** Whole days since then. */
  readonly ageDays: number;
  readonly warning?: string;
}

const HOURS_PER_DAY = 24;
/** Keys are to be rotated every 90 days (spec 5.8). */
const ROTATION_DAYS = 90;

/** The entries of a table with their age at an instant (ms since the Unix epoch). */
export const listKeys = (table: KeyTable, now: number): readonly ListedKey[] =>
  table.keys.map(({ name, v2, created }) => {
    const ageDays = Math.max(0, Math.floor(differenceInHours(now, parseISO(created)) / HOURS_PER_DAY));
    return {
      name,
      v2: v2.map((source) => ('env' in source ? `env ${source.env}` : 'in the table')),
      created,
      ageDays,
      ...(ageDays > ROTATION_DAYS ? { warning: `older than ${ROTATION_DAYS} days: rotate it` } : {}),
    };
  });

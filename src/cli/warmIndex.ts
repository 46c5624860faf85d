import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { type CallerName, withName } from '../cutover/callerNames';
import type { IndexState } from '../gateway/lookup/createWarmer';
import { jsonPage } from '../http/adminPage';
import type { AdminOptions } from '../http/createAdminApp';

/** Tells how far the indexes are; `warm` begins to read what is not complete. */
export type Indexes = (warm: boolean) => Promise<readonly IndexState[]>;

const statesPage = (states: readonly IndexState[], callerName: CallerName) =>
  jsonPage(states.map((state) => withName(state, state.caller, callerName)));

/** Shows on the admin port how far the indexes are. */
export const indexPages = (indexes: Indexes, callerName: CallerName): AdminOptions['pages'] => ({
  '/index': async () => statesPage(await indexes(false), callerName),
});

/** Lets the operator fill them. */
export const indexActions = (indexes: Indexes, callerName: CallerName): AdminOptions['pages'] => ({
  '/index/warm': async () => statesPage(await indexes(true), callerName),
});

/** What indexes are filled with. */
interface Warming {
  readonly config: Pick<Config, 'index'>;
  readonly indexes: Indexes;
  readonly logger: Logger;
}

/** Fills the indexes of the keys in the exchange table where the settings ask for it, now and whenever `use` has taken another table. */
export function warming<Table>(
  { config, indexes, logger }: Warming,
  use: (table: Table) => unknown,
): (table: Table) => void {
  const warm = async (used?: unknown): Promise<void> => {
    await used;
    if (!config.index.warm) return;
    logger.info({ indexes: (await indexes(true)).length }, 'indexes are being filled');
  };
  const failed = (error: unknown) => logger.error({ err: error }, 'the indexes could not be filled');
  void warm().catch(failed);
  return (table) => void warm(use(table)).catch(failed);
}

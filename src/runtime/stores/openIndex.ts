import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import { type CallerName, withName } from '../../cutover/callerNames';
import type { IndexState } from '../../gateway/lookup/lookups';
import { type AdminOptions, jsonPage } from '../../http/admin/adminApp';
import type { KeptIndexStore } from '../../gateway/lookup/indexStore';
import { failure, type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { storeFault } from '../files';

/** Returns the progress of the indexes; `warm` starts reading the incomplete ones. */
type Indexes = (warm: boolean) => Promise<readonly IndexState[]>;

const statesPage = (states: readonly IndexState[], callerName: CallerName) =>
  jsonPage(states.map((state) => withName(state, state.caller, callerName)));

/** Shows the progress of the indexes on the admin port. */
export const indexPages = (indexes: Indexes, callerName: CallerName): AdminOptions['pages'] => ({
  '/index': async () => statesPage(await indexes(false), callerName),
});

/** Lets the operator fill the indexes. */
export const indexActions = (indexes: Indexes, callerName: CallerName): AdminOptions['pages'] => ({
  '/index/warm': async () => statesPage(await indexes(true), callerName),
});

/** Options of warming. */
interface Warming {
  readonly config: Pick<Config, 'index'>;
  readonly indexes: Indexes;
  readonly logger: Logger;
}

/** Counts the filled indexes until all are; undefined if the settings do not ask for warming. */
export function warmProgress({
  config,
  indexes,
}: Omit<Warming, 'logger'>): NonNullable<AdminOptions['warming']> {
  let isDone = !config.index.warm;
  return async () => {
    if (isDone) return undefined;
    const states = await indexes(false);
    const complete = states.filter(({ isComplete }) => isComplete).length;
    isDone = complete === states.length;
    return isDone ? undefined : { complete, of: states.length };
  };
}

/** Fills the indexes of the exchange table's keys if the settings ask for it, now and whenever the table changes. */
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

/** Opens the store of the index, undefined for memory; or returns the reason why it cannot be used. */
export async function openIndex(
  store: Config['index']['store'],
  closers: Closers,
): Promise<Result<KeptIndexStore | undefined, string>> {
  if (store.kind === 'memory') return success(undefined);
  try {
    const { openKeptStore } = await import('../../store/keptStore.js');
    const { index, close } = await openKeptStore(store.file);
    closers.add(close);
    return success(index);
  } catch (error) {
    return failure(storeFault('store', store.file, error, 'put a copy in its place'));
  }
}

import type { Config } from '../config/config';
import type { KeptIndexStore } from '../gateway/lookup/indexStore';
import { type Result, success } from '../translation/result';
import type { Closers } from './closers';

/** Opens the store of the index as configured; undefined for one in memory. */
export async function openIndex(
  { store }: Pick<Config, 'store'>,
  closers: Closers,
): Promise<Result<KeptIndexStore | undefined, string>> {
  if (store.kind === 'memory') return success(undefined);
  const { openIndexStore } = await import('./openIndexStore.js');
  return openIndexStore(store.file, closers);
}

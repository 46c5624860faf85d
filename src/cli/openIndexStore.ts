import type { IndexStore } from '../gateway/lookup/indexStore';
import { createLoginIndex } from '../store/loginIndex';
import { type LoginIndexTables, loginIndexMigrations } from '../store/loginIndexTables';
import { openStore } from '../store/openStore';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';

/** Opens the file in which the index survives a restart, or says why it cannot be used. */
export async function openIndexStore(path: string, closers: Closers): Promise<Result<IndexStore, string>> {
  try {
    const { db, close } = await openStore<LoginIndexTables>({ kind: 'file', path }, loginIndexMigrations);
    closers.add(close);
    return success(createLoginIndex(db));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(
      `store: ${path} cannot be used: ${reason}\n  = hint: move it away; the index fills itself again`,
    );
  }
}

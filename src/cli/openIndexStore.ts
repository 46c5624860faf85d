import { statSync } from 'node:fs';
import type { KeptIndexStore } from '../gateway/lookup/indexStore';
import { createLoginIndex } from '../store/loginIndex';
import { type LoginIndexTables, loginIndexMigrations } from '../store/loginIndexTables';
import { openStore } from '../store/openStore';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';

/** The inode that a name stands for; undefined when it stands for nothing. */
const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** An open index that fails once its file is gone or another one, which an open database does not notice by itself. */
function followFile(
  path: string,
  { doubt, ...index }: ReturnType<typeof createLoginIndex>,
  reopen: () => Promise<KeptIndexStore>,
): KeptIndexStore {
  const born = inodeOf(path);
  const check = (): void => {
    if (inodeOf(path) !== born) throw new Error('the file is gone or has been replaced');
  };
  const store: KeptIndexStore = {
    ...index,
    // Whatever is done with an index begins with one of these.
    find: async (...given) => {
      check();
      return index.find(...given);
    },
    state: async (...given) => {
      check();
      return index.state(...given);
    },
    renew: async (pass) => {
      if (inodeOf(path) !== born) return (await reopen()).renew(pass);
      await doubt(pass);
      return store;
    },
  };
  return store;
}

/** Opens the file in which the index survives a restart, or says why it cannot be used. */
export async function openIndexStore(
  path: string,
  closers: Closers,
): Promise<Result<KeptIndexStore, string>> {
  let close = (): Promise<void> => Promise.resolve();
  const open = async (): Promise<KeptIndexStore> => {
    const opened = await openStore<LoginIndexTables>({ kind: 'file', path }, loginIndexMigrations);
    await close();
    close = opened.close;
    return followFile(path, createLoginIndex(opened.db), open);
  };
  closers.add(() => close());
  try {
    return success(await open());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(
      `store: ${path} cannot be used: ${reason}\n  = hint: move it away; the index fills itself again`,
    );
  }
}

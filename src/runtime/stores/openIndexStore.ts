import type { KeptIndexStore } from '../../gateway/lookup/indexStore';
import { createLoginIndex } from '../../store/loginIndex';
import { loginIndexMigrations, type LoginIndexTables } from '../../store/loginIndexTables';
import { type LastingStore, openLastingStore } from '../../store/lastingStore';
import { failure, type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { storeFault } from '../files';

/** The index in what is open now; it fails once the file is gone or another one. */
function indexIn(lasting: LastingStore<LoginIndexTables>): KeptIndexStore {
  const index = createLoginIndex(lasting.db());
  return {
    ...index,
    // Whatever is done with an index begins with one of these.
    find: async (...given) => {
      lasting.check();
      return index.find(...given);
    },
    state: async (...given) => {
      lasting.check();
      return index.state(...given);
    },
    renew: async (pass) => {
      await lasting.renew((db) => createLoginIndex(db).doubt(pass));
      return indexIn(lasting);
    },
  };
}

/** Opens the file in which the index survives a restart, or says why it cannot be used. */
export async function openIndexStore(
  path: string,
  closers: Closers,
): Promise<Result<KeptIndexStore, string>> {
  try {
    const lasting = await openLastingStore<LoginIndexTables>(path, loginIndexMigrations);
    closers.add(lasting.close);
    return success(indexIn(lasting));
  } catch (error) {
    return failure(storeFault('store', path, error, 'move it away; the index fills itself again'));
  }
}

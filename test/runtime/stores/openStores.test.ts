import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../../../src/config/readConfig';
import { createClosers } from '../../../src/runtime/closers';
import { openStores } from '../../../src/runtime/stores/openStores';
import { openWholeStore } from '../../../src/store/wholeStore';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();
const path = (name: string) => folder.path(name);

/** Opens a store as a start does; returns what the operator sees when that fails. */
async function start(store: string): Promise<string | undefined> {
  const environment = { LIFEBOAT_STORE: store };
  const read = readConfig({ file: undefined, environment, overrides: [], sandbox: true });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const closers = createClosers((error) => {
    throw error;
  });
  const opened = await openStores(read.config, closers);
  await closers.closeAll();
  return opened.ok ? undefined : opened.failure.join();
}

describe('a store of a newer version', () => {
  it('ends the start with advice', async () => {
    await (await openWholeStore(path('lifeboat.db'))).close();
    const database = new DatabaseSync(path('lifeboat.db'));
    database.exec(`insert into kysely_migration values ('store-999-later', '2030-01-01')`);
    database.close();
    expect(await start(path('lifeboat.db'))).toMatch(
      /written by a newer version: run that one, or name another file/,
    );
  });
});

import { readConfig } from '../../../src/config/readConfig';
import { createClosers } from '../../../src/runtime/closers';
import { openStores } from '../../../src/runtime/stores/openStores';
import { sqliteEngine } from '../../../src/store/sqliteEngine';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();
const path = (name: string) => folder.path(name);

/** Opens a store and the file of an index with a former SQLite; returns why that fails. */
async function open(
  { store, index }: { readonly store: string; readonly index: string },
  meanwhile?: () => Promise<void>,
): Promise<string> {
  const environment = { LIFEBOAT_STORE: store };
  const read = readConfig({ file: undefined, environment, overrides: [], sandbox: true });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const closers = createClosers((error) => {
    throw error;
  });
  const entry = { kind: 'file' as const, file: index };
  const config = { ...read.config, index: { ...read.config.index, store: entry } };
  const opened = await openStores(config, closers, sqliteEngine('3.51.2'));
  await meanwhile?.();
  await closers.closeAll();
  return opened.ok ? '' : opened.failure.join();
}

describe('a file of a SQLite that loses what several processes write', () => {
  it.each([
    ['store', () => ({ store: path('one.db'), index: path('other.db') })],
    ['index', () => ({ store: 'memory', index: path('one.index.db') })],
  ])('is opened by one process at a time, and others name that process: %s', async (_what, second) => {
    const firstEntry = { store: path('one.db'), index: path('one.index.db') };
    let refused = '';
    const failed = await open(firstEntry, async () => {
      refused = await open(second());
    });
    expect(failed).toBe('');
    expect(refused).toMatch(
      /one\S*\.db: process \d+ on \S+ has it, .*; SQLite 3\.51\.2 of this Node can lose what .*: use Node 24 to share it/,
    );
    expect(await open(firstEntry)).toBe('');
  });
});

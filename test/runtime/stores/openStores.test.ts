import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../../src/config/configuration.js';
import { createClosers } from '../../../src/runtime/closers.js';
import { openStores, shareOneStore } from '../../../src/runtime/stores/openStores.js';
import { sqliteEngine } from '../../../src/store/sqliteEngine.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import { configFrom } from '../../support/configFrom.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const path = (name: string) => folder.path(name);

const MEMORY = { LIFEBOAT_STORE: 'memory' };
const SERVER = { LIFEBOAT_STORE: 'postgres://lifeboat@localhost/lifeboat' };
const SECRET = { LIFEBOAT_INDEX_SECRET: 's'.repeat(32) };

const configOf = (environment: Readonly<Record<string, string>>): Config => configFrom(environment, true);

const openClosers = () =>
  createClosers((error) => {
    throw error;
  });

/** Opens stores as a start does; returns what the operator sees when that fails, else nothing. */
async function open(config: Config, engine = sqliteEngine(), meanwhile?: () => Promise<void>) {
  const closers = openClosers();
  const opened = await openStores(config, closers, engine);
  await meanwhile?.();
  await closers.closeAll();
  return opened.ok ? '' : opened.failure.join();
}

describe('a store of a newer version', () => {
  it('ends the start with advice', async () => {
    await (await openWholeStore(path('lifeboat.db'))).close();
    const database = new DatabaseSync(path('lifeboat.db'));
    database.exec(`insert into kysely_migration values ('store-999-later', '2030-01-01')`);
    database.close();
    expect(await open(configOf({ LIFEBOAT_STORE: path('lifeboat.db') }))).toMatch(
      /written by a newer version: run that one, or name another file/,
    );
  });
});

describe('a file of a SQLite that loses what several processes write', () => {
  const former = sqliteEngine('3.51.2');
  const placed = (store: string, index: string): Config => {
    const config = configOf({ LIFEBOAT_STORE: store });
    return { ...config, index: { ...config.index, store: { kind: 'file', file: index } } };
  };

  it.each([
    ['store', () => placed(path('one.db'), path('other.db'))],
    ['index', () => placed('memory', path('one.index.db'))],
  ])('is opened by one process at a time, and others name that process: %s', async (_what, second) => {
    const firstStores = placed(path('one.db'), path('one.index.db'));
    let refused = '';
    const failed = await open(firstStores, former, async () => {
      refused = await open(second(), former);
    });
    expect(failed).toBe('');
    expect(refused).toMatch(
      /one\S*\.db: process \d+ on \S+ has it, .*; SQLite 3\.51\.2 of this Node can lose what .*: use Node 24 to share it/,
    );
    expect(await open(firstStores, former)).toBe('');
  });
});

describe('the one store of several processes', () => {
  /** Places the store of two processes on a Node with this SQLite; returns why that fails. */
  async function fault(environment: Readonly<Record<string, string>>, version: string): Promise<string> {
    const closers = openClosers();
    const settings = { config: configOf(environment), workers: 2 };
    const placed = shareOneStore(settings, closers, sqliteEngine(version));
    await closers.closeAll();
    return placed.ok ? '' : placed.failure.join();
  }

  it.each([
    ['the store and the index', MEMORY],
    ['the index alone, for which no secret is given', SERVER],
  ])('is no file of a SQLite that loses what they write: %s', async (_what, environment) => {
    expect(await fault(environment, '3.51.2')).toMatch(
      /^--workers: SQLite 3\.51\.2 of this Node can lose .*\n.*: use Node 24, or a store on a PostgreSQL server with an index\.secret$/,
    );
    expect(await fault(environment, '3.51.3')).toBe('');
  });

  it('is a server with any SQLite', async () => {
    expect(await fault({ ...SERVER, ...SECRET }, '3.51.2')).toBe('');
  });
});

import { readConfig } from '../../../src/config/readConfig';
import { createClosers } from '../../../src/runtime/closers';
import { withOneStore } from '../../../src/runtime/cluster/cluster';
import { sqliteEngine } from '../../../src/store/sqliteEngine';

const MEMORY = { LIFEBOAT_STORE: 'memory' };
const SERVER = { LIFEBOAT_STORE: 'postgres://lifeboat@localhost/lifeboat' };
const SECRET = { LIFEBOAT_INDEX_SECRET: 's'.repeat(32) };

/** Places the store of two processes on a Node with this SQLite; returns why that fails. */
async function fault(environment: Readonly<Record<string, string>>, version: string): Promise<string> {
  const read = readConfig({ file: undefined, environment, overrides: [], sandbox: true });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const closers = createClosers((error) => {
    throw error;
  });
  const placed = withOneStore({ config: read.config, workers: 2 }, closers, sqliteEngine(version));
  await closers.closeAll();
  return placed.ok ? '' : placed.failure.join();
}

describe('withOneStore', () => {
  it.each([
    ['the store and the index', MEMORY],
    ['the index alone, for which no secret is given', SERVER],
  ])(
    'refuses to share a file with a SQLite that loses writes of several processes: %s',
    async (_what, environment) => {
      expect(await fault(environment, '3.51.2')).toMatch(
        /^--workers: SQLite 3\.51\.2 of this Node can lose .*\n.*: use Node 24, or a store on a PostgreSQL server with an index\.secret$/,
      );
      expect(await fault(environment, '3.51.3')).toBe('');
    },
  );

  it('lets processes share a server with any SQLite', async () => {
    expect(await fault({ ...SERVER, ...SECRET }, '3.51.2')).toBe('');
  });
});

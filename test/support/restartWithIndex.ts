import { createLoginIndex } from '../../src/store/loginIndexRows';
import { storeMigrations, type StoreTables } from '../../src/store/schema';
import { openStore } from '../../src/store/openStore';
import { runCli } from './runCli';

const PAGE = 50;
const SECRET = 's'.repeat(32);

/** Fills a store with an index of so many logins, page by page as a scan does; gives how many it holds. */
export async function fillIndex(file: string, logins: number): Promise<void> {
  const { db, close } = await openStore<StoreTables>({ kind: 'file', path: file }, storeMigrations);
  const index = createLoginIndex(db);
  await index.begin('partition', 1, 1);
  for (let from = 0; from < logins; from += PAGE) {
    const entries = Array.from({ length: Math.min(PAGE, logins - from) }, (_, at) => {
      const id = String(from + at);
      return { id, key: `key-${id}`, preferred: true, changed: 1 };
    });
    await index.remember(
      'partition',
      { number: 1, nextPage: from / PAGE + 2, total: logins, beganAt: 1, marks: { id: null, changed: null } },
      entries,
    );
  }
  await close();
}

/** Counts the offers that the index in a store holds. */
export async function countIndex(file: string): Promise<number> {
  const { db, close } = await openStore<StoreTables>({ kind: 'file', path: file }, storeMigrations);
  const { offers } = await createLoginIndex(db).count('partition');
  await close();
  return offers;
}

/** Starts a gateway on a store, from the spawn to its ready line, and ends it with SIGKILL; milliseconds. */
export async function startOnStore(file: string, folder: string): Promise<number> {
  const began = performance.now();
  const environment = {
    LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9',
    LIFEBOAT_STORE: file,
    LIFEBOAT_INDEX_SECRET: SECRET,
  };
  const run = runCli(['serve', '--port', '0', '--admin-port', '0'], { cwd: folder, environment });
  await run.line();
  const milliseconds = performance.now() - began;
  run.child.kill('SIGKILL');
  await run.ended;
  return milliseconds;
}

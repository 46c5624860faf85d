import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../bench/benchOptions.ts';
import { createLoginIndex } from '../../src/store/loginIndexRows.js';
import { storeMigrations, type StoreTables } from '../../src/store/schema.js';
import { openStore } from '../../src/store/sqliteStore.js';
import { serveCli } from '../support/runCli.ts';

const PAGE = 50;
const SECRET = 's'.repeat(32);

/** Fills a store with an index of so many logins, page by page as a scan does; gives how many it holds. */
async function fillIndex(file: string, logins: number): Promise<void> {
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
async function countIndex(file: string): Promise<number> {
  const { db, close } = await openStore<StoreTables>({ kind: 'file', path: file }, storeMigrations);
  const { offers } = await createLoginIndex(db).count('partition');
  await close();
  return offers;
}

/** Starts a gateway on a store, from the spawn to its ready line, and ends it with SIGKILL; milliseconds. */
async function startOnStore(file: string, folder: string): Promise<number> {
  const began = performance.now();
  const environment = {
    LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9',
    LIFEBOAT_STORE: file,
    LIFEBOAT_INDEX_SECRET: SECRET,
  };
  const { run } = await serveCli([], { cwd: folder, environment });
  const milliseconds = performance.now() - began;
  run.child.kill('SIGKILL');
  await run.ended;
  return milliseconds;
}

const LOGINS = 100_000;

/** Prints how long a start with a large index takes, and what the index has lost by kill -9. */
export async function restart(write: (line: string) => void, { runs = LOGINS }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-games-'));
  const file = join(folder, 'index.db');
  await fillIndex(file, runs);
  const starts: number[] = [];
  for (let kill = 0; kill < 5; kill += 1) starts.push(await startOnStore(file, folder));
  write(`start with ${runs} indexed logins, five times, each ended by kill -9; from the sources, not built`);
  write(`  ready after ${starts.map((time) => time.toFixed(0)).join(', ')} ms`);
  write(`  entries lost: ${runs - (await countIndex(file))}`);
  rmSync(folder, { recursive: true });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inspectStore, openForReading } from '../../src/store/sqliteStore.js';
import { selectDocuments } from '../../src/store/putRows.js';
import type { StoreTables } from '../../src/store/schema.js';
import { sqliteEngine } from '../../src/store/sqliteEngine.js';
import { sourceProgram } from '../support/builtProgram.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

const PROCESSES = 8;
const DURATION_MS = repetitions(4, 60) * 1_000;
/** A process is killed behind so many rows, and another takes its place. */
const ROWS_OF_A_LIFE = 90;

/** Writes into a file by one process after the other, each of which is killed, until an instant; returns what was kept. */
async function writeUntil(end: number, path: string, name: string): Promise<readonly string[]> {
  const keptTexts: string[] = [];
  for (let life = 0; performance.now() < end; life += 1) {
    const words = [...sourceProgram('test/store/support/writeAndLeave.ts'), path, `${name}-${life}`];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const endedPromise = once(child, 'exit');
    let rows = 0;
    for await (const caller of createInterface({ input: child.stdout })) {
      keptTexts.push(caller);
      rows += 1;
      if (rows >= ROWS_OF_A_LIFE || performance.now() >= end) child.kill('SIGKILL');
    }
    const [code] = (await endedPromise) as [number | null];
    if (code !== null) throw new Error(`process ${name} ended by itself with ${code}`);
  }
  return keptTexts;
}

describe('a file that eight processes write for seconds, while they checkpoint, close it and are killed', () => {
  it('is intact, and contains every acknowledged row', async () => {
    const path = folder.path('lifeboat.db');
    const end = performance.now() + DURATION_MS;
    const written = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) => writeUntil(end, path, String(index))),
    );
    expect(inspectStore(path)).toBe('ok');
    const { db, close } = openForReading<StoreTables>(path);
    const rows = await selectDocuments(db, 'label').execute();
    await close();
    const foundSet = new Set(rows.map(({ key }) => key));
    expect(written.every((rowsOfOne) => rowsOfOne.length > 0)).toBe(true);
    expect(written.flat().filter((caller) => !foundSet.has(caller))).toEqual([]);
  });
});

/** Rounds in which a new file is opened at once: whether processes meet is up to the machine. */
const OPENING_ROUNDS = repetitions(2, 6);

describe('a new file that eight processes open at the same time', () => {
  it('is opened by each of them', async () => {
    const opening = Array.from({ length: PROCESSES }, () => {
      const words = sourceProgram('test/store/support/openWhenTold.ts');
      const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    await Promise.all(opening.map(({ lines }) => lines.next()));
    for (let round = 0; round < OPENING_ROUNDS; round += 1) {
      for (const { child } of opening) child.stdin.write(`${folder.path(`new-${round}.db`)}\n`);
      const statedEntries = await Promise.all(
        opening.map(async ({ lines }) => (await lines.next()) as { value?: string }),
      );
      expect(statedEntries.map(({ value }) => value)).toEqual(Array<string>(PROCESSES).fill('opened'));
    }
    for (const { child } of opening) child.stdin.end();
  });
});

describe('the SQLite of this Node', () => {
  it.each([
    ['3.45.1', false],
    ['3.50.4', false],
    ['3.51.2', false],
    ['3.51.3', true],
    ['3.53.4', true],
    ['4.0.0', true],
  ])('%s may be used by several processes on one file: %s', (version, mayShareFiles) => {
    expect(sqliteEngine(version)).toEqual({ version, mayShareFiles });
  });
});

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { readConfig, warnings } from '../../../src/config/readConfig';
import type { AmbiguousWrite } from '../../../src/cutover/cutoverStore';
import { noEvidence } from '../../../src/cutover/evidence/evidence';
import { chainEntry, type StageEntry, type StageEvent } from '../../../src/cutover/stages/stageEvent';
import { createClosers } from '../../../src/runtime/closers';
import { openStores } from '../../../src/runtime/stores/openStores';
import { type WholeStore, openWholeStore } from '../../../src/store/wholeStore';
import { lockFile } from '../../../src/store/lockFile';
import { observed } from '../../comparison/support/observations';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();
const path = (name: string) => folder.path(name);

const entry: StageEntry = {
  ...{ at: 1, actor: 'ada', resource: 'offer', from: 'v1', cause: 'manual', reason: 'to see', evidence: [] },
  ...{ step: '', mappingHash: 'e1', change: { kind: 'move', to: { kind: 'v2' } } },
};
const first = chainEntry(undefined, entry);
const events: readonly StageEvent[] = [first, chainEntry(first, { ...entry, at: 2 })];
const write: AmbiguousWrite = {
  ...{ id: 'r-1', at: 5, resource: 'offer', operation: 'x', target: 'PATCH /v1/offers/1', caller: 'a' },
  ...{ side: 'v2', problem: 'upstreamTimeout', found: undefined, closed: undefined },
};

/** Makes a file as versions made it in which each part had a file of its own. */
async function formerFile(name: string, part: string, fill: (store: WholeStore) => Promise<void>) {
  const store = await openWholeStore(path(name));
  await fill(store);
  await store.close();
  const database = new DatabaseSync(path(name));
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all() as {
    name: string;
  }[];
  for (const { name: table } of tables)
    if (!table.startsWith(part) && !table.startsWith('kysely')) database.exec(`drop table ${table}`);
  database.exec(`delete from kysely_migration where name not like '${part}%'`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const formerCutover = (name = 'cutover.db', log = events) =>
  formerFile(name, 'cutover', async ({ cutover }) => {
    for (const event of log) await cutover.append(event);
    await cutover.addWrites([write]);
    await cutover.saveEvidence('offer', 'e1', [noEvidence(3)]);
    await cutover.saveUsage('offer', { since: 5, days: new Map(), callers: new Map() });
    await cutover.saveLabel('aaaaaaaaaaaa', 'shop');
  });

const kept = Array.from({ length: 1_200 }, (_, at) => observed([], { id: `p-${at}`, at }));
const formerComparison = () =>
  formerFile('comparison.db', 'comparison', ({ comparison }) =>
    comparison.save(
      { observed: kept, samples: [], ended: new Map([['get', new Map([['compared', 7]])]]) },
      1,
    ),
  );

const FORMER = (): Readonly<Record<string, string>> => ({
  LIFEBOAT_CUTOVER_STORE: path('cutover.db'),
  LIFEBOAT_COMPARISON_STORE: path('comparison.db'),
});

/** Starts on the settings, and says what the operator sees; `look` sees the stores. */
async function start(environment: Readonly<Record<string, string>>, look?: (stores: Opened) => unknown) {
  const read = readConfig({
    file: undefined,
    environment: { LIFEBOAT_COMPARISON_KEEP_DAYS: '365', ...environment },
    ...{ overrides: [], sandbox: true, inMemory: true },
  });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const lines: unknown[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) });
  const closers = createClosers((error) => {
    throw error;
  });
  const opened = await openStores(read.config, logger, closers);
  const seen = opened.ok ? await look?.(opened.value) : undefined;
  await closers.closeAll();
  return {
    warned: warnings(read.config),
    lines,
    seen,
    failed: opened.ok ? undefined : opened.failure.join(),
  };
}
type Opened = Extract<Awaited<ReturnType<typeof openStores>>, { ok: true }>['value'];

const content = async ({ cutover, comparison, kept: log }: Opened) => ({
  log,
  ...{ writes: await cutover.writes(), evidence: await cutover.loadEvidence('offer', 'e1') },
  ...{ usage: [...(await cutover.usage()).keys()], labels: await cutover.labels() },
  ...{ pairs: (await comparison.observed(['epoch'])).length, ended: await comparison.ended() },
});

describe('former settings of stores', () => {
  it('are imported once, with a warning that says what to write, and their files stay as they are', async () => {
    await formerCutover();
    await formerComparison();
    const bytes = readFileSync(path('cutover.db'));
    const one = await start(FORMER(), content);
    expect(one).toMatchObject({
      failed: undefined,
      warned: ['cutover', 'comparison'].map(
        (part) =>
          `${part}.store (LIFEBOAT_${part.toUpperCase()}_STORE) is replaced by store, which imports its content once: write "store: ${path('lifeboat.db')}" in its place`,
      ),
      lines: [
        { setting: 'cutover.store', file: path('cutover.db'), rows: 6, msg: 'imported into the store' },
        { setting: 'comparison.store', rows: 1_201, msg: 'imported into the store' },
      ],
      seen: {
        ...{ log: events, writes: [write], evidence: [noEvidence(3)], usage: ['offer'], pairs: 1_200 },
        ...{ labels: new Map([['aaaaaaaaaaaa', 'shop']]) },
        ended: new Map([['get', new Map([['compared', 7]])]]),
      },
    });
    expect(statSync(path('lifeboat.db')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path('cutover.db'))).toEqual(bytes);

    await start(FORMER(), ({ cutover }) => cutover.closeWrite('r-1', { at: 9, by: 'ada', note: 'seen' }));
    const again = await start(FORMER(), ({ cutover }) => cutover.writes());
    expect(again.lines).toEqual([]);
    expect(again.seen).toMatchObject([{ closed: { by: 'ada' } }]);
    const named = { LIFEBOAT_STORE: path('lifeboat.db') };
    const settled = await start({ ...FORMER(), ...named });
    expect(settled).toMatchObject({ lines: [], failed: undefined });
    expect(settled.warned[0]).toMatch(/imports its content once: remove it$/);
  });

  it('are imported into a file of the index, which has kept its setting', async () => {
    await formerFile('index.db', 'login', ({ index }) => index.begin('p', 1, 1));
    await formerCutover();
    const environment = {
      LIFEBOAT_STORE: path('index.db'),
      LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
      LIFEBOAT_CUTOVER_STORE: path('cutover.db'),
    };
    const { seen } = await start(environment, async ({ kept: log, index }) => [
      log,
      (await index?.state('p'))?.number,
    ]);
    expect(seen).toEqual([events, 1]);
  });

  it('name nothing to import: a file that is not there, or the store itself', async () => {
    const missing = await start({ LIFEBOAT_CUTOVER_STORE: path('cutover.db') });
    expect(missing).toMatchObject({ lines: [{ level: 40, msg: 'is not there: nothing is imported' }] });
    expect(existsSync(path('cutover.db'))).toBe(false);
    const same = { LIFEBOAT_STORE: path('lifeboat.db'), LIFEBOAT_CUTOVER_STORE: path('lifeboat.db') };
    expect(await start(same)).toMatchObject({ lines: [], failed: undefined });
  });

  it('that said memory keep nothing, whatever the default is', async () => {
    const { warned, seen } = await start(
      { LIFEBOAT_CUTOVER_STORE: 'memory' },
      ({ cutover }) => cutover.lasting,
    );
    expect(seen).toBe(false);
    expect(warned).toEqual([expect.stringContaining('write "store: memory" in its place')]);
  });

  it.each<[string, () => void, RegExp]>([
    [
      'is no database',
      () => writeFileSync(path('cutover.db'), 'text'.repeat(2_000)),
      /damaged|not a database/,
    ],
    [
      'is damaged',
      () => {
        const bytes = readFileSync(path('cutover.db'));
        writeFileSync(path('cutover.db'), bytes.fill(0x5a, 4_096));
      },
      /malformed|damaged/,
    ],
    [
      'holds a broken log',
      () => {
        const database = new DatabaseSync(path('cutover.db'));
        database.exec(`drop trigger cutover_event_no_update; update cutover_event set actor = 'eve'`);
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        database.close();
      },
      /line 1 of its log is broken/,
    ],
    [
      'is something else',
      () => {
        rmSync(path('cutover.db'));
        const database = new DatabaseSync(path('cutover.db'));
        database.exec('create table note (text text)');
        database.close();
      },
      /holds nothing that cutover\.store ever kept/,
    ],
  ])(
    'end the start while such a file %s, with what to do, and lose nothing',
    async (_what, spoil, reason) => {
      await formerCutover();
      const sound = readFileSync(path('cutover.db'));
      spoil();
      const spoilt = readFileSync(path('cutover.db'));
      const { failed } = await start(FORMER());
      expect(failed).toMatch(reason);
      expect(failed).toMatch(
        /^cutover\.store: \S*cutover\.db cannot be used: .*\n {2}= hint: remove the setting/,
      );
      expect(readFileSync(path('cutover.db'))).toEqual(spoilt);
      writeFileSync(path('cutover.db'), sound);
      expect((await start(FORMER(), content)).seen).toMatchObject({ log: events, writes: [write] });
    },
  );

  it('end the start with another log than that of the store, which stays as it is', async () => {
    await formerCutover('lifeboat.db', [chainEntry(undefined, { ...entry, actor: 'eve' })]);
    await formerCutover();
    expect((await start(FORMER())).failed).toMatch(/another than that of the store\n.*remove the setting/);
    const { seen } = await start({ LIFEBOAT_STORE: path('lifeboat.db') }, ({ kept: log }) => log.length);
    expect(seen).toBe(1);
  });

  it('end the start while an earlier version still runs on their file', async () => {
    await formerCutover();
    const locked = lockFile(path('cutover.db'), 0);
    expect((await start(FORMER())).failed).toMatch(/cutover\.store: \S*cutover\.db: process \d+ .* has it/);
    if (locked.isMine) locked.close();
    expect((await start(FORMER())).failed).toBeUndefined();
  });
});

describe('a store of a newer version', () => {
  it('ends the start with what to do', async () => {
    await (await openWholeStore(path('lifeboat.db'))).close();
    const database = new DatabaseSync(path('lifeboat.db'));
    database.exec(`insert into kysely_migration values ('store-999-later', '2030-01-01')`);
    database.close();
    const { failed } = await start({ LIFEBOAT_STORE: path('lifeboat.db') });
    expect(failed).toMatch(/written by a newer version: run that one, or name another file/);
  });
});

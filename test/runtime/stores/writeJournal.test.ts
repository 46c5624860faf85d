import fs from 'node:fs';
import pino from 'pino';
import { createClosers } from '../../../src/runtime/closers.js';
import { followLeftWrites, openProcessJournal } from '../../../src/runtime/stores/leftWrites.js';
import { openWriteJournal, readJournal } from '../../../src/runtime/stores/writeJournal.js';
import type { NotedWrite } from '../../../src/gateway/outcome/recordOutcome.js';
import type { LeftWrite } from '../../../src/cutover/writeList.js';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import { realClock } from '../../support/realClock.ts';
import { smallDisk } from '../../support/smallDisk.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const write = (id: string): NotedWrite => ({
  id,
  resource: 'currency-offer',
  operation: 'updateCurrencyOffer',
  caller: '0123456789ab',
  side: 'v2',
  target: `PATCH /v1/currency-offers/${id}`,
});

function open(file: string, outlives: 'process' | 'power' = 'process') {
  const clock = fakeClock();
  const changes: (string | undefined)[] = [];
  const changed = (reason: string | undefined): void => void changes.push(reason);
  return { clock, changes, journal: openWriteJournal({ file, outlives, clock, changed }) };
}

const idsIn = (file: string): readonly string[] =>
  readJournal(fs.readFileSync(file, 'utf8')).map(({ id }) => id);

describe('the journal of writes', () => {
  it('holds a write from before it is sent until its outcome is known', () => {
    const file = folder.path('one.journal');
    const { journal, clock } = open(file);
    const firstNumber = journal.begin(write('1'));
    journal.begin(write('2'));
    expect(idsIn(file)).toEqual(['1', '2']);
    journal.end(firstNumber);
    journal.begin(write('3'));
    expect(idsIn(file)).toEqual(['2', '3']);
    clock.advance(1_000);
    expect(readJournal(fs.readFileSync(file, 'utf8'))[0]).toEqual({
      ...write('2'),
      at: clock.now() - 1_000,
      problem: 'processEnded',
    });
  });

  it('is a file that only its owner may read, in a folder that only its owner may enter', () => {
    const file = folder.path('writes/one.journal');
    open(file);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(folder.path('writes')).mode & 0o777).toBe(0o700);
  });

  it('is emptied when nothing is under way, and removed at the end', () => {
    const file = folder.path('one.journal');
    const { journal, clock } = open(file);
    journal.end(journal.begin(write('1')));
    clock.advance(1_000);
    expect(fs.statSync(file).size).toBe(0);
    journal.close();
    expect(fs.existsSync(file)).toBe(false);
  });

  it('is kept at the end while it holds a write that is on no list', () => {
    const file = folder.path('one.journal');
    const { journal } = open(file);
    journal.begin(write('1'));
    journal.end(journal.begin(write('2')));
    journal.close();
    expect(idsIn(file)).toEqual(['1']);
  });

  it('never grows far beyond a megabyte during a long write', () => {
    const file = folder.path('one.journal');
    const { journal } = open(file);
    journal.begin(write('long'));
    let most = 0;
    for (let number = 0; number < 20_000; number += 1) {
      journal.end(journal.begin(write(String(number))));
      if (number % 100 === 0) most = Math.max(most, fs.statSync(file).size);
    }
    expect(most).toBeGreaterThan(512 * 1024);
    expect(most).toBeLessThan(1_200 * 1024);
    expect(idsIn(file)[0]).toBe('long');
  });

  it('is read up to a line that was cut off', () => {
    const file = folder.path('one.journal');
    const { journal } = open(file);
    journal.begin(write('1'));
    journal.begin(write('2'));
    const text = fs.readFileSync(file, 'utf8');
    expect(readJournal(text.slice(0, -20)).map(({ id }) => id)).toEqual(['1']);
  });

  it('reports a full disk, lets writes through, and holds all of them when there is room', () => {
    const disk = smallDisk(folder.path('small'));
    try {
      const file = `${disk.path}/one.journal`;
      const { journal, changes, clock } = open(file);
      disk.fill();
      const ids = Array.from({ length: 5_000 }, (_, number) => String(number));
      for (const id of ids) journal.begin(write(id));
      expect(changes).toHaveLength(1);
      expect(changes[0]).toMatch(/full|no space|large/i);
      disk.free();
      clock.advance(1_000);
      journal.begin(write('last'));
      expect(changes).toHaveLength(2);
      expect(changes[1]).toBeUndefined();
      expect(idsIn(file)).toEqual([...ids, 'last']);
    } finally {
      disk.close();
    }
  });

  it('is written again after its removal', () => {
    const file = folder.path('writes/one.journal');
    const { journal, clock } = open(file);
    journal.end(journal.begin(write('1')));
    fs.rmSync(folder.path('writes'), { recursive: true });
    clock.advance(1_000);
    journal.begin(write('2'));
    expect(idsIn(file)).toEqual(['2']);
  });
});

/** A disk that loses its power: what a file held when its latest sync that has ended began is all that is left of it. */
function losingPower(file: string) {
  const { fdatasync } = fs;
  let [synced, syncs] = ['', 0];
  const restore = (): void => void Object.assign(fs, { fdatasync });
  Object.assign(fs, {
    fdatasync: (descriptor: number, done: (error: Error | null) => void) => {
      const heldText = fs.readFileSync(file, 'utf8');
      syncs += 1;
      fdatasync(descriptor, (error) => {
        synced = heldText;
        done(error);
      });
    },
  });
  return { left: () => new Set(readJournal(synced).map(({ id }) => id)), syncs: () => syncs, restore };
}

describe('the journal that survives a loss of power', () => {
  it('has synced each write before its first byte is sent, many at a time', async () => {
    const file = folder.path('one.journal');
    const { journal } = open(file, 'power');
    const disk = losingPower(file);
    let unknown = 0;
    const send = async (id: string): Promise<void> => {
      journal.begin(write(id));
      await journal.lasting();
      if (!disk.left().has(id)) unknown += 1;
    };
    try {
      const ids = Array.from({ length: 1_000 }, (_, number) => String(number));
      for (let at = 0; at < ids.length; at += 50) {
        const sent = ids.slice(at, at + 50).map(send);
        await (at % 100 === 0 ? Promise.all(sent) : sent[0]);
      }
      await journal.lasting();
    } finally {
      disk.restore();
    }
    expect(unknown).toBe(0);
    expect(disk.syncs()).toBeLessThan(60);
  });
});

describe('the journal of an ended process', () => {
  const logger = pino({ level: 'silent' });
  const store = () => ({ kind: 'file' as const, file: folder.path('lifeboat.db') });

  async function follow(isKept: boolean, ownText?: string) {
    const [takenLeftWrites, read]: LeftWrite[][] = [[], []];
    const closers = createClosers(() => undefined);
    const cutover = {
      leftBehind: (writes: readonly LeftWrite[]) => {
        takenLeftWrites?.push(...writes);
        return Promise.resolve({ added: writes, isKept });
      },
    };
    const readBack = (writes: readonly LeftWrite[]): void => void read?.push(...writes);
    const clock = fakeClock();
    await followLeftWrites(
      { config: { store: store() }, own: ownText, cutover, readBack, logger, clock },
      closers,
    );
    return { taken: takenLeftWrites?.map(({ id }) => id), read: read?.map(({ id }) => id) };
  }
  const leave = (name: string): string => {
    const file = `${store().file}.writes/${name}.journal`;
    open(file).journal.begin(write(name));
    return file;
  };

  it('is taken over once, from each of its files', async () => {
    const files = [leave('1'), leave('2')];
    expect(await follow(true)).toEqual({ taken: ['1', '2'], read: ['1', '2'] });
    for (const file of files) expect(fs.existsSync(file)).toBe(false);
    expect(await follow(true)).toEqual({ taken: [], read: [] });
    expect(fs.readdirSync(`${store().file}.writes`)).toEqual([]);
  });

  it('is kept while the list cannot be stored', async () => {
    leave('1');
    await follow(false);
    expect((await follow(true)).taken).toEqual(['1']);
  });

  it('is not confused with the journal of a living process', async () => {
    const closers = createClosers(() => undefined);
    const alarms = { replaceFindings: () => undefined };
    const config = { store: store(), writes: { journal: 'process' as const, unchanged: 'answer' as const } };
    const opened = await openProcessJournal({ config, clock: realClock, alarms }, closers);
    if (!opened.ok) throw new Error(opened.failure);
    opened.value.journal?.begin(write('underway'));
    expect((await follow(true, opened.value.file)).taken).toEqual([]);
    expect((await follow(true)).taken).toEqual([]);
    await closers.closeAll();
    expect((await follow(true)).taken).toEqual(['underway']);
  });

  it('does not exist after an orderly end', async () => {
    const closers = createClosers(() => undefined);
    const alarms = { replaceFindings: () => undefined };
    const config = { store: store(), writes: { journal: 'process' as const, unchanged: 'answer' as const } };
    const opened = await openProcessJournal({ config, clock: realClock, alarms }, closers);
    if (!opened.ok) throw new Error(opened.failure);
    const { journal } = opened.value;
    journal?.end(journal.begin(write('1')));
    await closers.closeAll();
    expect(fs.readdirSync(`${store().file}.writes`)).toEqual([]);
  });
});

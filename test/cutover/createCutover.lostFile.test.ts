import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openWholeStore } from '../../src/store/wholeStore';
import { verifyChain } from '../../src/cutover/stages/stageEvent';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestCutover, type TestCutover } from './support/openTestCutover';

const folder = temporaryFolder();
const path = () => folder.path('cutover.db');

const write = {
  ...({ side: 'v2', problem: 'upstreamTimeout' } as const),
  ...{ id: 'r-1', resource: 'offer', operation: 'updateOffer', target: 'PATCH /v1/offers/1', caller: 'a' },
};

const spoil = (): void => {
  const database = new DatabaseSync(path());
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // otherwise the write-ahead log would repair the file
  database.close();
  writeFileSync(path(), readFileSync(path()).fill(0x5a));
};

/** A cutover at stage v2 with an ambiguous write, kept in a file. */
async function openStory(): Promise<{ cutover: TestCutover; close: () => Promise<void> }> {
  const { cutover: store, close } = await openWholeStore(path());
  const cutover = await openTestCutover({ store });
  await cutover.moveTo({ kind: 'v2' });
  await cutover.ambiguous(write);
  await cutover.noteFound('r-1', 'as written');
  cutover.observe('offer', {
    ...{ kind: 'compared', caller: 'a', operation: 'readOffer', signature: 's', differs: false },
  });
  await cutover.tick();
  return { cutover, close };
}

/** Reads what a gateway started on the file now would find. */
async function readFile() {
  const { cutover: store, close } = await openWholeStore(path());
  const [events, writes] = [await store.events(), await store.writes()];
  const evidence = await store.loadEvidence('offer', 'e1');
  await close();
  const changes = events.map(({ change }) => change.kind);
  return { changes, writes, evidence, whole: verifyChain(events).ok };
}

describe('a cutover file that', () => {
  it.each([
    ['is deleted', () => rmSync(path())],
    ['is moved away', () => renameSync(path(), folder.path('moved.db'))],
    [
      'is replaced by an empty one',
      () => {
        rmSync(path());
        writeFileSync(path(), '');
      },
    ],
    [
      'is replaced by something else',
      () => {
        rmSync(path());
        writeFileSync(path(), 'no database'.repeat(1000));
      },
    ],
    ['is overwritten', spoil],
  ])('%s writes all that it holds into a new one, and goes on in its stage', async (_what, lose) => {
    const { cutover, close } = await openStory();
    const before = await readFile();
    lose();
    await cutover.tick();
    expect(cutover.health()).toEqual({ ok: true });
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v2' });
    expect(await readFile()).toEqual(before);

    await cutover.moveTo({ kind: 'canary', percent: 5 });
    await cutover.closeWrite('r-1', 'ada', 'seen');
    await close();
    const after = await readFile();
    expect(after.changes).toEqual(['move', 'move']);
    expect(after.writes).toMatchObject([{ id: 'r-1', found: 'as written', closed: { by: 'ada' } }]);
    expect([after.whole, after.evidence]).toEqual([true, before.evidence]);
    expect(cutover.notices.map(({ kind }) => kind)).toEqual([
      ...['moved', 'ambiguousWrite', 'degraded', 'recovered', 'movedBack'],
    ]);
  });

  it('is overwritten is set aside', async () => {
    const { cutover, close } = await openStory();
    spoil();
    await cutover.tick();
    expect(readFileSync(`${path()}.broken`)[0]).toBe(0x5a);
    await close();
  });

  it('is replaced lets no forward move be acknowledged before the next file is there', async () => {
    const { cutover, close } = await openStory();
    await cutover.moveTo({ kind: 'v1' });
    rmSync(path());
    await expect(cutover.moveTo({ kind: 'v2' })).rejects.toThrow('cannot be written down');
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1' });
    await cutover.tick();
    await cutover.moveTo({ kind: 'v2' });
    expect((await readFile()).changes).toEqual(['move', 'move', 'move']);
    await close();
  });

  it('is replaced by an older copy is brought up to date', async () => {
    const { cutover, close } = await openStory();
    await close();
    const copy = readFileSync(path());
    const { cutover: store, close: closeAgain } = await openWholeStore(path());
    const again = await openTestCutover({ store });
    await again.moveTo({ kind: 'v1' });
    rmSync(path());
    writeFileSync(path(), copy);
    await again.tick();
    expect(again.health()).toEqual({ ok: true });
    expect((await readFile()).changes).toEqual(['move', 'move']);
    expect(cutover.health()).toEqual({ ok: true });
    await closeAgain();
  });

  it('is replaced by one with a different log is left alone and reported, until it is moved away', async () => {
    const { cutover, close } = await openStory();
    renameSync(path(), folder.path('first.db'));
    for (const suffix of ['-wal', '-shm']) rmSync(path() + suffix, { force: true });
    const other = await openWholeStore(path());
    const foreign = await openTestCutover({ store: other.cutover });
    await foreign.change({ resource: 'offer', change: { kind: 'kill' }, actor: 'eve', reason: 'other' });
    await other.close();
    await cutover.tick();
    await cutover.tick();
    expect(cutover.health()).toMatchObject({ ok: false });
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'degraded' });
    expect((await readFile()).changes).toEqual(['kill']);

    rmSync(path());
    await cutover.tick();
    expect(cutover.health()).toEqual({ ok: true });
    expect((await readFile()).changes).toEqual(['move']);
    await close();
  });

  it('cannot be created again leaves v1 to answer while it lives, and is created when that is possible', async () => {
    const { cutover, close } = await openStory();
    rmSync(path());
    mkdirSync(path());
    await cutover.tick();
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'degraded' });
    await cutover.tick();
    rmSync(path(), { recursive: true });
    await cutover.tick();
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v2' });
    expect(existsSync(path())).toBe(true);
    await close();
    expect(cutover.notices.filter(({ kind }) => kind === 'degraded')).toHaveLength(1);
  });
});

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { verifyChain } from '../../src/cutover/stages/stageEvent.js';
import { write } from '../store/support/records.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestCutover, type TestCutover } from './support/openTestCutover.ts';

const folder = temporaryFolder();
const path = () => folder.path('cutover.db');

const spoil = (): void => {
  const database = new DatabaseSync(path());
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // otherwise the write-ahead log would repair the file
  database.close();
  writeFileSync(path(), readFileSync(path()).fill(0x5a));
};

const GONE = 'the file is gone or has been replaced: put it back, or restart the gateway';

/** A cutover at stage v2 with an ambiguous write, kept in a file. */
async function openStory(): Promise<{ cutover: TestCutover; close: () => Promise<void> }> {
  const { cutover: store, close } = await openWholeStore(path());
  const cutover = await openTestCutover({ store });
  await cutover.moveTo({ kind: 'v2' });
  await cutover.ambiguous(write);
  await cutover.noteFound('r-1', 'as written');
  const compared = { operation: 'readOffer', signature: 's', differs: false } as const;
  cutover.observe('offer', { kind: 'compared', caller: 'a', ...compared });
  await cutover.tick();
  return { cutover, close };
}

/** Reads what a gateway started on the file now would find. */
async function readFile() {
  const { cutover: store, close } = await openWholeStore(path());
  const [events, writes] = [await store.events(), await store.writes()];
  await close();
  const changes = events.map(({ change }) => change.kind);
  return { changes, writes, whole: verifyChain(events).ok };
}

describe('a cutover that loses its file', () => {
  it.each([
    ['is deleted', () => rmSync(path()), GONE],
    [
      'is replaced by an empty one',
      () => {
        rmSync(path());
        writeFileSync(path(), '');
      },
      GONE,
    ],
    [
      'is overwritten',
      spoil,
      'the file is corrupt (no database): put a sound copy in its place, and restart',
    ],
  ])('leaves answers to v1 until a restart, and reports it, if the file %s', async (_what, lose, reason) => {
    const { cutover, close } = await openStory();
    lose();
    for (let round = 0; round < 2; round += 1) {
      await cutover.tick();
      expect(cutover.health()).toMatchObject({ ok: false, reason });
      expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'degraded' });
    }
    expect(cutover.notices.filter(({ kind }) => kind === 'degraded')).toHaveLength(1);
    await close().catch(() => undefined);
  });

  it('acknowledges no move forward after the file was deleted', async () => {
    const { cutover, close } = await openStory();
    await cutover.moveTo({ kind: 'v1' });
    rmSync(path());
    await expect(cutover.moveTo({ kind: 'v2' })).rejects.toThrow('cannot be written down');
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1' });
    await close();
  });

  it('continues in its stage after the file was moved away and back', async () => {
    const { cutover, close } = await openStory();
    renameSync(path(), folder.path('moved.db'));
    await cutover.tick();
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'degraded' });
    renameSync(folder.path('moved.db'), path());
    await cutover.tick();
    expect(cutover.health()).toEqual({ ok: true });
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v2' });
    await cutover.moveTo({ kind: 'canary', percent: 5 });
    await cutover.closeWrite('r-1', 'ada', 'seen');
    await close();
    const keptEntry = await readFile();
    expect([keptEntry.whole, keptEntry.changes]).toEqual([true, ['move', 'move']]);
    expect(keptEntry.writes).toMatchObject([{ id: 'r-1', found: 'as written', closed: { by: 'ada' } }]);
    expect(cutover.notices.map(({ kind }) => kind)).toEqual([
      ...['moved', 'ambiguousWrite', 'degraded', 'recovered', 'movedBack'],
    ]);
  });
});

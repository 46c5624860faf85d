import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chainEntry } from '../../src/cutover/stages/stageEvent.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { entry, observed } from './support/records.ts';

const folder = temporaryFolder();
const path = () => folder.path('store.db');
const moved = () => folder.path('moved.db');
const garbage = 'no database'.repeat(1_000);

const batch = (id: string) => ({ observed: [observed(id)], samples: [], ended: new Map() });

const RESTART = 'the file is gone or has been replaced: put it back, or restart the gateway';

describe('the file of a store', () => {
  it.each([
    ['deleted', () => rmSync(path())],
    ['moved away', () => renameSync(path(), moved())],
    [
      'replaced by something else',
      () => {
        rmSync(path());
        writeFileSync(path(), garbage);
      },
    ],
  ])(
    'fails in every part until a restart after it was %s, and nothing is written elsewhere',
    async (_what, lose) => {
      const { cutover, comparison, index, close } = await openWholeStore(path());
      const firstStageEvent = chainEntry(undefined, entry);
      await cutover.append(firstStageEvent);
      lose();
      const countBefore = statSync(path(), { throwIfNoEntry: false })?.size;
      await expect(comparison.save(batch('first'), 1)).rejects.toThrow(RESTART);
      await expect(comparison.renew()).rejects.toThrow(RESTART);
      await expect(index.renew(7)).rejects.toThrow(RESTART);
      await expect(cutover.renew({ events: [firstStageEvent], writes: [] })).rejects.toThrow(RESTART);
      await expect(cutover.append(chainEntry(firstStageEvent, entry))).rejects.toThrow(RESTART);
      expect(statSync(path(), { throwIfNoEntry: false })?.size).toBe(countBefore);
      await close();
    },
  );

  it('is used as before if it was moved away and is back', async () => {
    const { comparison: store, close } = await openWholeStore(path());
    await store.save(batch('first'), 1);
    renameSync(path(), moved());
    await expect(store.renew()).rejects.toThrow(RESTART);
    renameSync(moved(), path());
    await store.renew();
    await store.save(batch('second'), 1);
    await close();
    const reopened = await openWholeStore(path());
    expect((await reopened.comparison.observed(['e'])).map(({ id }) => id)).toEqual(['first', 'second']);
    await reopened.close();
  });
});

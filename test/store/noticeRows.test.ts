import type { Notice } from '../../src/cutover/notices.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { describeStores, storeAt } from './support/places.ts';

const noticeOf = (id: string, at: number): Notice => ({ kind: 'held', resource: 'offer', id, at, text: id });
const none = { added: [], ended: [], isLast: false } as const;

describeStores('waiting notices', (newStore) => {
  it('belong to their process until it ends, and then to the first that asks, the oldest first', async () => {
    const location = storeAt(await newStore());
    const [leftStore, right] = [await openWholeStore(location), await openWholeStore(location)];
    const [older, newer, gone] = [noticeOf('older', 1), noticeOf('newer', 2), noticeOf('gone', 3)];
    const ownLease = { ...none, holder: 'left' };
    await leftStore.notices.exchange('webhook', { ...ownLease, added: [newer, gone, older] }, 0);
    await leftStore.notices.exchange('webhook', { ...ownLease, added: [older], ended: ['held gone'] }, 0);
    await leftStore.notices.exchange('slack', { ...ownLease, added: [older] }, 0);
    expect(await right.notices.exchange('webhook', { ...none, holder: 'right' }, 0)).toEqual([]);
    await leftStore.notices.exchange('webhook', { ...ownLease, isLast: true }, 0);
    expect(await right.notices.exchange('webhook', { ...none, holder: 'right' }, 1)).toEqual([older, newer]);
    expect(await leftStore.notices.exchange('webhook', ownLease, 2)).toEqual([]);
    await leftStore.close();
    await right.close();
  });
});

describe('notices that waited in a file when the clock was set back', () => {
  const folder = temporaryFolder();
  const HOUR_MS = 3_600_000;

  it.each([
    ['by an hour: the next process sends them at once', HOUR_MS, ['waiting']],
    ['by 20 seconds: they stay with the process that may live', 20_000, []],
  ])('%s', async (_what, setBackMs, sent) => {
    const store = await openWholeStore(folder.path(`${setBackMs}.db`));
    const added = [noticeOf('waiting', 1)];
    await store.notices.exchange('webhook', { ...none, holder: 'former', added }, HOUR_MS);
    const now = HOUR_MS - setBackMs;
    const taken = await store.notices.exchange<Notice>('webhook', { ...none, holder: 'next' }, now);
    expect(taken.map(({ id }) => id)).toEqual(sent);
    await store.close();
  });
});

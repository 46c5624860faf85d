import type { Notice } from '../../src/cutover/notices';
import { openWholeStore } from '../../src/store/wholeStore';
import { describeStores, storeAt } from './support/places';

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

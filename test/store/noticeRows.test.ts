import type { Notice } from '../../src/cutover/notices';
import { openWholeStore } from '../../src/store/wholeStore';
import { describeStores, storeAt } from './support/places';

const noticeOf = (id: string, at: number): Notice => ({ kind: 'held', resource: 'offer', id, at, text: id });
const none = { added: [], ended: [], isLast: false } as const;

describeStores('waiting notices', (newStore) => {
  it('belong to their process until it ends, and then to the first that asks, the oldest first', async () => {
    const location = storeAt(await newStore());
    const [left, right] = [await openWholeStore(location), await openWholeStore(location)];
    const [older, newer, gone] = [noticeOf('older', 1), noticeOf('newer', 2), noticeOf('gone', 3)];
    const own = { ...none, holder: 'left' };
    await left.notices.exchange('webhook', { ...own, added: [newer, gone, older] }, 0);
    await left.notices.exchange('webhook', { ...own, added: [older], ended: ['held gone'] }, 0);
    await left.notices.exchange('slack', { ...own, added: [older] }, 0);
    expect(await right.notices.exchange('webhook', { ...none, holder: 'right' }, 0)).toEqual([]);
    await left.notices.exchange('webhook', { ...own, isLast: true }, 0);
    expect(await right.notices.exchange('webhook', { ...none, holder: 'right' }, 1)).toEqual([older, newer]);
    expect(await left.notices.exchange('webhook', own, 2)).toEqual([]);
    await left.close();
    await right.close();
  });
});

import type { Notice } from '../../src/cutover/notices';
import { openWholeStore } from '../../src/store/wholeStore';
import { describeStores, storeAt } from './support/places';

const DAY = 86_400_000;

const noticeOf = (id: string, at: number): Notice => ({ kind: 'held', resource: 'offer', id, at, text: id });

describeStores('waiting notices', (newStore) => {
  it('are given to one process at a time, the oldest first, until they have ended', async () => {
    const location = storeAt(await newStore());
    const [left, right] = [await openWholeStore(location), await openWholeStore(location)];
    const [older, newer] = [noticeOf('older', 1), noticeOf('newer', 2)];
    for (const notice of [newer, older, older]) await left.notices.add('webhook', notice, 0);
    await left.notices.add('slack', older, 0);
    expect(await right.notices.take('webhook', 'right', 10)).toEqual({ waiting: 2, notice: older });
    expect(await left.notices.take('webhook', 'left', 20)).toEqual({ waiting: 2, notice: undefined });
    expect(await left.notices.take('webhook', 'left', 20_010)).toEqual({ waiting: 2, notice: older });
    await left.notices.end('webhook', older, 20_020);
    await right.notices.add('webhook', older, 20_030);
    expect(await right.notices.take('webhook', 'right', 20_040)).toEqual({ waiting: 1, notice: newer });
    await right.notices.end('webhook', newer, 20_050);
    expect(await left.notices.take('webhook', 'left', 20_060)).toEqual({ waiting: 0, notice: undefined });
    expect(await left.notices.take('slack', 'left', 20_070)).toEqual({ waiting: 1, notice: older });
    await right.notices.add('webhook', older, 20_020 + DAY);
    expect(await right.notices.take('webhook', 'right', 20_020 + DAY)).toEqual({ waiting: 1, notice: older });
    await left.close();
    await right.close();
  });
});

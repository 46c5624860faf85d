import { type Lane, openLane } from './openLane.ts';
import { smugglings } from './smugglings.ts';

const LANES = 48;

describe('requests that servers frame in different ways', () => {
  it('reach the upstream once for each answer and with one framing, or never', async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane()));
    const remainingArrayIterator = smugglings().values();
    const wrong: unknown[] = [];
    const statuses = new Set<number>();
    const work = async (lane: Lane): Promise<void> => {
      for (const sent of remainingArrayIterator) {
        const tried = await lane.attempt(sent);
        statuses.add(tried.status);
        if (tried.wrong.length > 0) wrong.push(tried);
      }
      // Late bytes would be read as a second request.
      if ((await lane.close()) > 0) wrong.push('a request after the last');
    };
    await Promise.all(lanes.map(work));
    expect(wrong).toEqual([]);
    expect([...statuses].toSorted((value, nextValue) => value - nextValue)).toEqual([400, 404, 408]);
  });
});

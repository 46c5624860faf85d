import { repetitions } from '../support/repetitions.ts';
import { createDice } from './dice.ts';
import { startGarblingUpstream } from './garblingUpstream.ts';
import { type Got, playMixup } from './playMixup.ts';

const RUNS = repetitions(600, 50_000);

describe('the gateway behind an upstream that splits, repeats, garbles and cuts its answers', () => {
  it("gives no caller another caller's answer, and executes no write twice", async () => {
    const upstream = await startGarblingUpstream(createDice(1));
    const gotByWay = new Map<string, Got>();
    const all = await playMixup(upstream.origin, RUNS, (name, got) => gotByWay.set(name, got));
    expect(all.foreign).toBe(0);
    expect([...gotByWay].filter(([, { own: ownCount }]) => ownCount === 0)).toEqual([]);
    const askedCount = [...gotByWay]
      .filter(([name]) => name.startsWith('PATCH'))
      .reduce((sum, [, { own: ownCount, refused, stale }]) => sum + ownCount + refused + stale, 0);
    const executed = upstream.requests.filter(({ method }) => method === 'PATCH').length;
    expect(executed).toBeLessThanOrEqual(askedCount);
  });
});

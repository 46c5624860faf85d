import { repetitions } from '../support/repetitions';
import { createDice } from './dice';
import { startGarblingUpstream } from './garblingUpstream';
import { type Got, playMixup } from './playMixup';

const RUNS = repetitions(2_400, 50_000);

describe('the gateway behind an upstream that splits, repeats, garbles and cuts its answers', () => {
  it("gives no caller another caller's answer, and executes no write twice", async () => {
    const upstream = await startGarblingUpstream(createDice(1));
    const gotByWay = new Map<string, Got>();
    const all = await playMixup(upstream.origin, RUNS, (name, got) => gotByWay.set(name, got));
    expect(all.foreign).toBe(0);
    expect([...gotByWay].filter(([, { own }]) => own === 0)).toEqual([]);
    const asked = [...gotByWay]
      .filter(([name]) => name.startsWith('PATCH'))
      .reduce((sum, [, { own, refused, stale }]) => sum + own + refused + stale, 0);
    const executed = upstream.requests.filter(({ method }) => method === 'PATCH').length;
    expect(executed).toBeLessThanOrEqual(asked);
    await upstream.close();
  });
});

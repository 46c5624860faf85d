import { realClock } from '../support/realClock.ts';
import { ask } from '../support/talk.ts';
import { answering } from '../support/upstream.ts';
import { CHECK, offerV2, sameText, SHADOW, startsCompared } from './startCompared.ts';

/** A share by which hardly any request is drawn. */
const HARDLY = 0.001;

const startEdge = startsCompared();

/** Starts a comparison in which the answers differ while `differs` holds. */
async function start(stage: Parameters<typeof startEdge>[0], settings: Parameters<typeof startEdge>[1] = {}) {
  const state = { ...stage, differs: false, at: realClock.steady() };
  const compared = await startEdge(state, {
    limits: { samplePercent: HARDLY },
    clock: { ...realClock, steady: () => state.at },
    compare: (v1, v2, ...more) => sameText(v1, state.differs ? v2 : v1, ...more),
    ...settings,
  });
  const { edge, accounts, settle } = compared;
  edge.v1.play(answering(200, '{"data":1}'));
  edge.v2.play(answering(200, offerV2()));
  let served = 0;
  /** Asks so often as a caller; returns how many of these requests were compared. */
  const read = async (times: number, caller = 'key-1'): Promise<number> => {
    const countBefore = accounts.accountsByOperation().get('getCurrencyOffer')?.compared ?? 0;
    for (let request = 0; request < times; request += 1) {
      const headers = { Authorization: `Bearer ${caller}` };
      await ask(edge.origin, { path: '/v1/currency-offers/7', headers });
      served += 1;
      await settle(served);
    }
    return (accounts.accountsByOperation().get('getCurrencyOffer')?.compared ?? 0) - countBefore;
  };
  return { compared, state, read };
}

describe('the sample of the comparison', () => {
  it.each([SHADOW, CHECK])(
    'includes everything for the first twenty pairs of each caller: $compare',
    async (stage) => {
      const { read } = await start(stage);
      expect([await read(22), await read(22, 'key-2')]).toEqual([20, 20]);
    },
  );

  it('includes a hundred pairs a second of new callers, and the rest of their first twenty later', async () => {
    const { state, read } = await start(SHADOW);
    let compared = 0;
    for (let caller = 1; caller <= 6; caller += 1) compared += await read(20, `key-${caller}`);
    expect(compared).toBe(100);
    state.at += 1_000;
    expect(await read(22, 'key-6')).toBe(20);
  });

  it('includes everything again for twenty pairs after a caller has changed sides', async () => {
    const { state, read } = await start(SHADOW);
    expect(await read(21)).toBe(20);
    Object.assign(state, CHECK);
    expect(await read(22)).toBe(20);
    Object.assign(state, SHADOW);
    expect(await read(22)).toBe(20);
  });

  it('includes every caller of an operation that differs, until twenty pairs in a row are equal', async () => {
    const { state, read } = await start(SHADOW);
    await read(21);
    state.differs = true;
    expect(await read(1, 'key-2')).toBe(1);
    expect(await read(30)).toBe(30);
    state.differs = false;
    expect(await read(22)).toBe(20);
  });

  it('includes at least one request a second of each operation, at any share', async () => {
    const { state, read } = await start(SHADOW);
    await read(20);
    state.at += 999;
    expect(await read(2)).toBe(0);
    state.at += 1;
    expect(await read(2)).toBe(1);
  });

  it('stays empty if it is switched off', async () => {
    const { compared, read } = await start(SHADOW, { limits: { samplePercent: 0 } });
    expect(await read(2)).toBe(0);
    expect(compared.edge.v2.requests).toEqual([]);
  });

  it('never exceeds the calls of a key, and ends for the minute if v2 refuses one', async () => {
    const few = await start(SHADOW, { limits: { samplePercent: HARDLY, perMinute: 4 } });
    expect(await few.read(8)).toBe(4);
    const { compared, read } = await start(SHADOW);
    compared.edge.v2.play(answering(429, '{"message":"Too Many Attempts."}', { 'retry-after': '60' }));
    expect(await read(5)).toBe(0);
    expect(compared.edge.v2.requests).toHaveLength(1);
  });
});

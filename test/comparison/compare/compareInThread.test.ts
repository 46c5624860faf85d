import { compareInThread, type ServingCompare } from '../../../src/comparison/compare/compareInThread.js';
import type { IgnoreRule } from '../../../src/comparison/compare/ignoreRules.js';

const SEEN = { status: 200, headers: { 'content-type': 'application/json' } };
const open: ServingCompare[] = [];

function start(rules: readonly IgnoreRule[] = []): ServingCompare {
  const madeServingCompare = compareInThread({ rules, now: () => Date.UTC(2025, 10, 10) });
  open.push(madeServingCompare);
  return madeServingCompare;
}

afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

const texts = (count: number, text: (at: number) => string): string =>
  JSON.stringify({ data: Array.from({ length: count }, (_, at) => ({ id: at, title: text(at) })) });

const about = ({ compare }: ServingCompare, v1: string, v2: string) =>
  compare({ ...SEEN, body: v1 }, { ...SEEN, body: v2 }, 'listOffers');

describe('a comparison beside the answers to clients', () => {
  it('runs at once if it is small', () => {
    expect(
      about(
        start(),
        texts(20, () => 'a'),
        texts(20, (at) => (at === 7 ? 'b' : 'a')),
      ),
    ).toMatchObject({
      ok: true,
      differences: [{ path: 'data.[].title', kind: 'value' }],
    });
  });

  it('runs in a thread if it would delay clients, and finds the same', async () => {
    const compare = start();
    const later = about(
      compare,
      texts(5_000, () => 'a'),
      texts(5_000, (at) => (at === 4_999 ? 'b' : 'a')),
    );
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toMatchObject({
      ok: true,
      differences: [{ path: 'data.[].title', at: '/data/4999/title', kind: 'value' }],
    });
  });

  it('ends early without a thread if a client notices the differences', () => {
    const comparison = about(
      start(),
      texts(240, () => 'a'),
      texts(240, () => 'b'),
    );
    expect(comparison).toMatchObject({ ok: true });
  });

  it('reads pages of differences that no client notices to the end in the thread', async () => {
    const [v1, v2] = ['1.0', '1.00'].map((price) => `{"data":[${Array(1_500).fill(price).join()}]}`);
    const foundCompared = await about(start(), v1 ?? '', v2 ?? '');
    expect(foundCompared.ok && foundCompared.differences.length).toBe(50);
  });

  it('reports that it was too costly if too much waits for the thread, or if the thread fails', async () => {
    const compare = start();
    const long = (side: string) => JSON.stringify(side.repeat(3_500_000));
    const [firstComparison, two, three] = ['a', 'b', 'c'].map((side) =>
      about(compare, long('x'), long(side)),
    );
    expect(three).toEqual({ ok: false, reason: 'too_costly' });
    expect([await firstComparison, await two]).toMatchObject([{ ok: true }, { ok: true }]);
    const huge = (side: string) => JSON.stringify(side.repeat(4_500_000));
    expect(await about(compare, huge('a'), huge('b'))).toEqual({ ok: false, reason: 'too_costly' });
  });

  it('counts waiting comparisons as too costly at the end', async () => {
    const compare = start();
    const later = about(
      compare,
      texts(5_000, () => 'a'),
      texts(5_000, () => 'b').replace('b', 'a'),
    );
    await compare.close();
    expect(await later).toEqual({ ok: false, reason: 'too_costly' });
  });
});

import type { Upstream } from '../../../src/gateway/upstream';
import { answers } from '../support/answers';
import { fakeClock, type FakeClock } from '../support/fakeClock';
import { lookupBench, quiet } from '../support/lookups';

const OFFERS = 60_000;
const SIZE = 50;
const LIMIT = 1_000;
const MINUTE = 60_000;
/** Time (ms) that v2 takes for a page. */
const PAGE = 20;

/** v2, whose clock may be `behind` (ms), with so many offers and its limit of 1000 reads a minute, shown in every answer; each read takes its time. */
function limitedMarket(clock: FakeClock, behind: number) {
  let window = 0;
  let used = 0;
  const counts = { refused: 0, pages: 0 };
  const one = (id: number) => ({ id, login: `login-${id}`, status: 'listed', changed: id });
  const answerTo = (path: string, headers: Readonly<Record<string, string>>) => {
    const id = /^\/v2\/accounts\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined) return answers(200, { data: one(Number(id)) }, headers);
    const page = Number(/page=(\d+)/.exec(path)?.[1]);
    if (path.endsWith('sort=-id')) counts.pages += 1;
    const newest = OFFERS - (page - 1) * SIZE;
    const data = Array.from({ length: SIZE }, (_, at) => one(newest - at));
    const meta = { current_page: page, last_page: OFFERS / SIZE, per_page: SIZE, total: OFFERS };
    return answers(200, { data, meta }, headers);
  };
  const upstream: Upstream = ({ path }) => {
    const current = Math.floor(clock.now() / MINUTE);
    if (current !== window) [window, used] = [current, 0];
    used += 1;
    const reset = (current + 1) * MINUTE;
    const headers = {
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(Math.max(0, LIMIT - used)),
      'x-ratelimit-reset': String((reset - behind) / 1000),
    };
    if (used > LIMIT) {
      counts.refused += 1;
      const retryAfter = String(Math.ceil((reset - clock.now()) / 1000));
      return Promise.resolve(answers(429, {}, { ...headers, 'retry-after': retryAfter }));
    }
    clock.advance(PAGE);
    return Promise.resolve(answerTo(path, headers));
  };
  return { upstream, counts };
}

/** The beginning of a minute. */
const START = 1_700_000_040_000;

function open(behind = 0) {
  const fake = fakeClock(START);
  const { upstream, counts } = limitedMarket(fake, behind);
  const { ask, clock } = lookupBench(upstream, { size: SIZE, pageBudget: 2_000 }, fake);
  /** Until the scan rests or has ended. */
  const settled = async () => {
    let before = -1;
    while (before !== counts.pages) {
      before = counts.pages;
      for (let turns = 0; turns < 6; turns += 1) await quiet();
    }
  };
  return { ask, clock, counts, settled };
}

describe('a scan of 60,000 offers under a limit of 1,000 reads a minute', () => {
  it('takes half of a window and goes on in the next; other reads of the key are answered all the time', async () => {
    const { ask, clock, counts, settled } = open();
    expect((await ask('login-60000')).status).toBe(200);
    const scanned: number[] = [];
    for (let window = 1; window <= 3; window += 1) {
      await settled();
      scanned.push(counts.pages);
      const reads = [];
      for (let read = 0; read < 100; read += 1) reads.push((await ask('login-60000')).status);
      expect(new Set(reads)).toEqual(new Set([200]));
      clock.advance(START + window * MINUTE - clock.now());
    }
    // The client’s own read counts, too, and what it leaves is divided.
    expect(scanned).toEqual([500, 1000, 1200]);
    expect(counts.refused).toBe(0);
  });

  it.each([20_000, 365 * 86_400_000])(
    'leaves room also to a v2 whose clock is %d ms behind',
    async (behind) => {
      const { ask, clock, counts, settled } = open(behind);
      expect((await ask('login-60000')).status).toBe(200);
      for (let tick = 0; tick < 36; tick += 1) {
        await settled();
        for (let read = 0; read < 5; read += 1) expect((await ask('login-60000')).status).toBe(200);
        clock.advance(5_000);
      }
      expect(counts.refused).toBe(0);
    },
  );

  it.each(['login-1', 'nobody'])(
    'answers whoever waits for %s with a time to come again, and then with the resource',
    async (login) => {
      const { ask, clock, settled } = open();
      const early = await ask(login);
      expect(early).toMatchObject({ status: 503, problem: 'indexing' });
      const wait = Number(early.headers['retry-after']);
      expect([wait > 60, wait < 180]).toEqual([true, true]);
      const until = clock.now() + wait * 1000;
      while (clock.now() < until) {
        clock.advance(Math.min(1_000, until - clock.now()));
        await settled();
      }
      expect((await ask(login)).status).toBe(login === 'nobody' ? 404 : 200);
    },
  );

  it('takes half of what the others leave', async () => {
    const { ask, counts, settled } = open();
    const first = ask('login-60000');
    for (let reads = 0; reads < 400; reads += 1) await ask('login-60000');
    expect((await first).status).toBe(200);
    await settled();
    expect(counts.pages).toBeLessThan(400);
    expect((await ask('login-60000')).status).toBe(200);
    expect(counts.refused).toBe(0);
  });
});

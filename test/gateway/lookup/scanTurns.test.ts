import { createPacedUpstream } from '../../../src/gateway/rateLimits.js';
import type { Upstream } from '../../../src/gateway/upstream.js';
import { answers } from '../support/answers.ts';
import { fakeClock, type FakeClock } from '../support/fakeClock.ts';
import { lookupBench, quiet } from '../support/lookups.ts';

const OFFERS = 50_000;
const SIZE = 50;
const LIMIT = 1_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const STEP_MS = 20;
/** Time that v2 takes for an answer. */
const CALL_MS = 2 * STEP_MS;

const offer = (id: number) => ({ id, login: `login-${id}`, status: 'listed', changed: id * SECOND_MS * 10 });

/**
 * v2 with so many offers, and 1,000 reads a minute from the first read on; its clock may be `behind` (ms). Like the
 * live service it names the end of the window in whole seconds.
 */
function limitedMarket(clock: FakeClock, behind: number) {
  let [used, resetAt] = [0, 0];
  const counts = { refused: 0, pages: 0 };
  const bodyOf = (path: string) => {
    const id = /^\/v2\/accounts\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined) return { data: offer(Number(id)) };
    const page = Number(/page=(\d+)/.exec(path)?.[1]);
    counts.pages += Number(path.endsWith('sort=-id'));
    const data = Array.from({ length: SIZE }, (_, at) => offer(OFFERS - (page - 1) * SIZE - at));
    return { data, meta: { current_page: page, last_page: OFFERS / SIZE, per_page: SIZE, total: OFFERS } };
  };
  const upstream: Upstream = async ({ path }) => {
    await new Promise<void>((resolve) => clock.schedule(CALL_MS, resolve));
    const seconds = Math.floor((clock.now() - behind) / SECOND_MS);
    if (seconds >= resetAt) [used, resetAt] = [0, seconds + MINUTE_MS / SECOND_MS];
    const isRefused = used >= LIMIT;
    used += Number(!isRefused);
    counts.refused += Number(isRefused);
    const headers = {
      ...(behind === 0 ? { date: new Date(seconds * SECOND_MS).toUTCString() } : {}),
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(LIMIT - used),
      'x-ratelimit-reset': String(resetAt),
    };
    return isRefused ? answers(429, {}, headers) : answers(200, bodyOf(path), headers);
  };
  return { upstream, counts };
}

function open(behind = 0) {
  const clock = fakeClock(1_700_000_040_370);
  const { upstream, counts } = limitedMarket(clock, behind);
  const { ask } = lookupBench(createPacedUpstream(upstream, clock), { size: SIZE, pageBudget: 2_000 }, clock);
  const statuses: number[] = [];
  /** Lets time pass, with so many reads of an offer that stands on the first page in each second. */
  const play = async (reads: number, milliseconds: number, isOver = () => false): Promise<void> => {
    let due = 0;
    for (let passed = 0; passed < milliseconds && !isOver(); passed += STEP_MS) {
      clock.advance(STEP_MS);
      await quiet();
      for (due += (reads * STEP_MS) / SECOND_MS; due >= 1; due -= 1) {
        void ask(`login-${OFFERS}`).then(({ status }) => statuses.push(status));
      }
    }
  };
  /** Begins the scan, and lets it read the first page. */
  const begin = async () => {
    void ask(`login-${OFFERS}`);
    await play(0, 2 * CALL_MS);
  };
  return { clock, counts, ask, statuses, play, begin };
}

describe('a scan of 50,000 offers under a limit of 1,000 reads a minute', () => {
  it.each([
    [15, 0],
    [1, 20_000],
    [1, 365 * 86_400_000],
  ])(
    'yields to %d reads a second of its key, without a refusal; the clock of v2 is %d ms behind',
    async (reads, behind) => {
      const { counts, statuses, play, begin } = open(behind);
      await begin();
      await play(reads, 2 * MINUTE_MS);
      expect([new Set(statuses), counts.refused]).toEqual([new Set([200]), 0]);
      expect(statuses.length).toBeGreaterThan(reads * 118);
      // It goes on all the same.
      expect(counts.pages).toBeGreaterThan(150);
    },
  );

  it('uses most of the unused limit', async () => {
    const { counts, play, begin } = open();
    await begin();
    await play(0, MINUTE_MS);
    expect(counts.pages).toBeGreaterThan(900);
    expect(counts.refused).toBe(0);
  });

  it.each([
    ['login-1', 0, 200],
    ['login-1', 8, 200],
    ['nobody', 8, 404],
  ])(
    'tells lookups that wait for %s among %d reads a second when to retry, true within 20%, then answers %d',
    async (login, reads, status) => {
      const { clock, counts, ask, play } = open();
      const askedPromise = ask(login);
      await play(reads, 10 * SECOND_MS + 2 * STEP_MS);
      const early = await askedPromise;
      expect(early).toMatchObject({ status: 503, problem: 'indexing' });
      const told = Number(early.headers['retry-after']) * SECOND_MS;
      const from = clock.steady();
      await play(reads, 2 * told, () => counts.pages === OFFERS / SIZE);
      const took = clock.steady() - from;
      expect(Math.abs(took - told) / took).toBeLessThan(0.2);
      await play(reads, Math.max(SECOND_MS, told - took));
      const repeatedPromise = ask(login);
      await play(reads, SECOND_MS);
      expect((await repeatedPromise).status).toBe(status);
    },
  );

  it('answers waiting lookups as soon as the page is read, even while it yields', async () => {
    const { counts, ask, play, begin } = open();
    await begin();
    await play(8, 9 * SECOND_MS);
    const page = counts.pages + 20;
    let status = 0;
    void ask(`login-${OFFERS - (page - 1) * SIZE}`).then((answer) => ({ status } = answer));
    await play(8, 9 * SECOND_MS, () => status !== 0);
    expect([status, counts.pages - page <= 1]).toEqual([200, true]);
  });
});

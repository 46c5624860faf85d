import type { StoredIndex } from '../../../src/gateway/lookup/indexStore.js';
import { fakeClock } from './fakeClock.ts';
import { fakeMarket, offers } from './fakeMarket.ts';
import { indexThrough } from './indexThrough.ts';
import { lookupBench } from './lookups.ts';

const pageOf = ({ path }: { readonly path: string }): number =>
  Number(/page=(\d+).*sort=-id/.exec(path)?.[1] ?? 0);

/** Most time (ms) between two looks of a process that waits for another. */
const LOOK_MS = 100;

const never = new Promise<never>(() => undefined);

/** The index, which counts the calls of it that are under way. */
function counted(index: StoredIndex): { readonly store: StoredIndex; readonly underWay: () => number } {
  let calls = 0;
  const store = indexThrough(index, async (_name, call) => {
    calls += 1;
    try {
      return await call();
    } finally {
      calls -= 1;
    }
  });
  return { store, underWay: () => calls };
}

/** Describes the duties of every index that processes share. */
export function describeSharedScans(create: () => Promise<StoredIndex>): void {
  /**
   * Two processes, whose time goes by only while the other reads the list that they need: never while the store works,
   * a slow write of the one would look like its silence to the other.
   */
  async function processes() {
    const { store: index, underWay } = counted(await create());
    const market = fakeMarket(offers(10));
    const leases = { own: (): void => undefined, refused: (): void => undefined };
    const begin = () => {
      const clock = fakeClock();
      const goBy = (delay: number): void => {
        setImmediate(() => (underWay() > 0 ? goBy(delay) : clock.advance(delay)));
      };
      const schedule: typeof clock.schedule = (delay, action) => {
        if (delay <= LOOK_MS) goBy(delay);
        return clock.schedule(delay, action);
      };
      const store: StoredIndex = {
        ...index,
        claim: async (...claimed) => {
          const lease = await index.claim(...claimed);
          leases[lease.isOwn ? 'own' : 'refused']();
          return lease;
        },
      };
      return lookupBench(market.upstream, { store }, { ...clock, schedule });
    };
    return {
      market,
      isReading: new Promise<void>((resolve) => (leases.own = resolve)),
      isWaiting: new Promise<void>((resolve) => (leases.refused = resolve)),
      one: begin(),
      two: begin(),
      /** Pages that were read, but for the first: that one is looked at again. */
      pages: () => market.pages().filter((page) => page > 1),
    };
  }

  it('reads a list once for two processes that need it at the same time', async () => {
    const { one: lookupBench, two, pages } = await processes();
    const answers = await Promise.all([lookupBench.ask('login-1'), two.ask('login-2'), two.ask('nobody')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(pages()).toEqual([2, 3, 4, 5]);
  });

  it('answers waiting lookups from the findings of the other process', async () => {
    const { market, isReading, isWaiting, one: lookupBench, two, pages } = await processes();
    market.interfere = (request) => {
      if (pageOf(request) === 3) return isWaiting;
      return pageOf(request) === 4 ? never : undefined;
    };
    void lookupBench.ask('login-1');
    await isReading;
    expect(await two.ask('login-5')).toMatchObject({ status: 200, id: 5, calls: 1 });
    expect(pages()).toEqual([2, 3, 4]);
  });

  it('continues in one process after another has stopped its heartbeat', async () => {
    const { market, isReading, one: lookupBench, two, pages } = await processes();
    let hangs = true;
    market.interfere = (request) => {
      if (pageOf(request) !== 3 || !hangs) return undefined;
      hangs = false;
      return never;
    };
    void lookupBench.ask('login-1');
    await isReading;
    expect(await two.ask('login-2')).toMatchObject({ status: 200, id: 2 });
    expect(pages()).toEqual([2, 3, 3, 4, 5]);
    expect(two.clock.steady() - fakeClock().steady()).toBeGreaterThanOrEqual(5_000);
  });
}

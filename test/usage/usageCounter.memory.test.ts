import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCounters, type CounterStore } from '../../src/cutover/counters.js';
import { createUsageCounter } from '../../src/usage/usageCounter.js';
import { shipped } from '../support/shipped.ts';

const CLIENTS = 10_000;
const MEGABYTE = 1_048_576;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are in use. */
function used(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe('ten thousand clients', () => {
  it('take less than 20 MB with five operations each, and no more on the second day', async () => {
    const operations = shipped().operations.slice(0, 5);
    const callers = Array.from({ length: CLIENTS }, (_, at) => at.toString(16).padStart(12, '0'));
    // What is stored is on a disk: it is not kept here.
    const store: CounterStore = {
      add: () => Promise.resolve(),
      prune: () => Promise.resolve(),
      trim: () => Promise.resolve(),
      renew: () => Promise.resolve(),
      sums: () => Promise.resolve([]),
    };
    let now = 20_000 * 86_400_000;
    const countBefore = used();
    const counters = createCounters({ store, now: () => now, onHealthChanged: () => undefined });
    const count = createUsageCounter(counters);
    const day = async (): Promise<number> => {
      for (const caller of callers) {
        for (const operation of operations) {
          const { template: route, method } = operation.v1;
          const entry = { requestId: 'r', method, status: 200, milliseconds: 3, route, upstreamCalls: 1 };
          const userAgent = `bot${caller.slice(-1)}/1.0`;
          count({ entry: { ...entry, caller, servedBy: 'v2' }, operation, habits: 1, userAgent });
        }
      }
      await counters.save();
      return used() - countBefore;
    };
    const firstNumber = await day();
    now += 86_400_000;
    const second = await day();
    expect(firstNumber / MEGABYTE).toBeLessThan(20);
    expect(second / MEGABYTE).toBeLessThan(20);
    // In use to the end, so that what it keeps is measured.
    expect(await counters.sums({ from: 0, to: now }, ['caller'])).toEqual([]);
  });
});

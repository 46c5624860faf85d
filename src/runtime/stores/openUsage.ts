import type { Alarms } from '../../cutover/alarms';
import { type Counters, type CounterStore, createCounters } from '../../cutover/counters';
import type { Clock } from '../../contract/clock';
import { type CountUsage, createUsageCounter } from '../../usage/usageCounter';
import { type Closers, inRounds } from '../closers';

/** Interval (ms) of writing the counters: a killed process loses at most so much. */
const ROUND_MS = 1_000;

/** The usage that a process keeps, in the store that it may share. */
export interface OpenedUsage {
  /** Counts a request of this process. */
  readonly count: CountUsage;
  readonly sums: Counters['sums'];
}

/** Options of openUsage. */
interface UsageOptions {
  readonly store: CounterStore;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Clock;
}

/** Opens the usage and saves it in rounds, and once more at the end; raises an alarm while the store fails. */
export async function openUsage(
  { store, alarms, clock }: UsageOptions,
  closers: Closers,
): Promise<OpenedUsage> {
  const counters = createCounters({
    store,
    now: clock.now,
    changed: (health) => {
      const text = health.ok
        ? ''
        : `the store of usage cannot be relied on (${health.reason}): counts wait in memory`;
      const finding = { kind: 'store usage', severity: 'warning', subject: '*', text } as const;
      alarms.take('usage.store', health.ok ? [] : [finding]);
    },
  });
  await counters.open();
  closers.add(inRounds({ work: counters.save, first: ROUND_MS, pause: ROUND_MS, clock }));
  return { count: createUsageCounter(counters), sums: counters.sums };
}

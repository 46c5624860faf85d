import type { Alarms } from '../../cutover/alarms';
import type { Clock } from '../../contract/clock';
import { createUsageCounter, type UsageCounter } from '../../usage/usageCounter';
import { createUsageRegistry, type UsageRegistry } from '../../usage/usageRegistry';
import type { UsageStore } from '../../usage/usageStore';
import { type Closers, inRounds } from '../closers';

/** Interval (ms) of saving the usage: a killed process loses at most so much. */
const ROUND = 1_000;

/** The usage that a process keeps, in the store that it may share. */
export interface OpenedUsage {
  /** Counts the requests of this process. */
  readonly counter: Pick<UsageCounter, 'count'>;
  readonly registry: Pick<UsageRegistry, 'add' | 'lines' | 'days'>;
}

/** Options of openUsage. */
interface UsageOptions {
  readonly store: UsageStore;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Clock;
}

/** Opens the usage and saves it in rounds, and once more at the end; raises an alarm while the store fails. */
export async function openUsage(
  { store, alarms, clock }: UsageOptions,
  closers: Closers,
): Promise<OpenedUsage> {
  const counter = createUsageCounter(clock.now);
  const registry = createUsageRegistry({
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
  await registry.open();
  const take = (): void => registry.add(counter.take());
  const work = async (): Promise<void> => {
    take();
    await registry.tick();
  };
  closers.add(inRounds({ work, first: ROUND, pause: ROUND, clock }));
  const { add } = registry;
  const read =
    <Asked, Answer>(ask: (asked: Asked) => Answer) =>
    (asked: Asked): Answer => {
      take();
      return ask(asked);
    };
  return { counter, registry: { add, lines: read(registry.lines), days: read(registry.days) } };
}

import { type Clock, DAY_MS, workInRounds } from '../../contract/clock';
import type { Components } from '../cutoverComponents';
import type { CutoverSubject } from '../evidence/evidenceRegistry';
import { LIFEBOAT } from '../stages/mover';

/**
 * Switches to other mappings. Each resource with a changed translation starts with no evidence and, if it has moved, is
 * held. Then its stored evidence is loaded. Rejects if the store fails. A repeated call completes the rest only.
 */
export async function adoptSubject(components: Components, adopted: CutoverSubject): Promise<void> {
  const { registry, counters, log, move, exchangeSubject } = components;
  exchangeSubject(adopted);
  const { resources } = adopted;
  const movedResources = resources.filter(({ name, epoch }) => !['', epoch].includes(log.state(name).epoch));
  const reason = 'the mapping or the gateway has changed: evidence begins anew';
  const motive = { actor: LIFEBOAT, cause: 'gate', reason } as const;
  await Promise.all([
    registry.openEpochs(resources, counters, (resource) => log.state(resource).since),
    ...movedResources.map(({ name, epoch }) => move(name, { kind: 'epoch', epoch }, motive)),
  ]);
}

/** Reopens the store and writes back everything this process holds in memory. */
async function rewriteStore({ store, list, names, log }: Components): Promise<void> {
  await log.withoutAdding((events) => store.renew({ events, writes: list.all() }));
  await store.check();
  await names.rewriteLabels();
}

/** Checks the store, renews it after a failure, and writes all pending records. */
export async function watchStore(components: Components): Promise<void> {
  const { store, list, log, journal } = components;
  await journal.attend({
    check: store.check,
    renew: () => rewriteStore(components),
    save: async () => {
      await list.flush();
      await adoptSubject(components, components.subject());
      await components.counters.save();
      if (!(await log.flush())) throw new Error('the log cannot be written');
    },
  });
}

/**
 * Pause before the next reading of others' rows, in durations of the last one: reading takes some 1% of the time. It is
 * bounded (ms), because a store that was silent for seconds is soon quick again.
 */
const READING_PAUSES = 100;
const MAX_READING_PAUSE_MS = 60_000;

/**
 * Creates the rounds that store counts and read what all processes have written: often while there are others, else
 * when the day changes. A worker reads no counts, because the first process answers for it.
 */
export function createStoreRounds(components: Components, isWorker: boolean): () => Promise<void> {
  const { counters, usage, registry, names, list, members, now } = components;
  let latest = { readAt: 0, pause: 0, day: -1, isAlone: true };
  return async () => {
    await counters.save();
    const [begin, day, isAlone] = [now(), Math.floor(now() / DAY_MS), members.isAlone()];
    // A clock that was set back holds nothing up.
    const isPausing = Math.abs(begin - latest.readAt) < latest.pause;
    if (isPausing || (isAlone && latest.isAlone && day === latest.day)) return;
    const readStoredRows = async (): Promise<void> => {
      if (!isWorker) await usage.readCounts(counters);
      if (!isAlone)
        await Promise.all([names.readLabels(), list.readWrites(), isWorker || registry.readCounts(counters)]);
      const pause = Math.min(READING_PAUSES * (now() - begin), MAX_READING_PAUSE_MS);
      latest = { readAt: now(), pause, day, isAlone };
    };
    // The next round tries again, and the alarm of the counters says what fails.
    await readStoredRows().catch(() => undefined);
  };
}

/** Interval (ms) of the exchange of news between processes. */
const EXCHANGE_MS = 250;

/** Exchanges news in rounds. The returned function ends them, stores what is left, and leaves the other processes. */
export function startNewsRounds(
  { members, news, journal }: Components,
  watch: () => Promise<void>,
  clock: Pick<Clock, 'schedule'>,
): () => Promise<void> {
  members.onTurn(() => void watch());
  let isLeaving = false;
  const exchange = (): Promise<void> =>
    news.exchange(!isLeaving).catch((error: unknown) => {
      journal.onError(error);
      void watch();
    });
  const endRounds = workInRounds({ work: exchange, pause: EXCHANGE_MS, clock });
  return async () => {
    isLeaving = true; // the last round tells all that waits
    await endRounds();
    await watch();
    await members.leave();
  };
}

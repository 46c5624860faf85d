import { DAY_MS, inRounds } from '../../contract/clock';
import type { ComponentParts, Components } from '../cutoverComponents';
import type { CutoverSubject } from '../evidence/evidenceRegistry';
import type { Served } from '../evidence/traffic';
import { LIFEBOAT } from '../stages/mover';
import { createMemberNews, type NewsPart } from '../stages/memberNews';
import { joinMembers } from './membership';

/**
 * Switches to other mappings. Each resource with a changed translation starts with no evidence and, if it has moved, is
 * held; then its stored evidence is loaded. Rejects if the store fails; a repeated call completes the rest only.
 */
export async function adoptSubject(components: Components, adopted: CutoverSubject): Promise<void> {
  const { registry, counters, log, move, exchangeSubject } = components;
  exchangeSubject(adopted);
  const { resources } = adopted;
  const moved = resources.filter(({ name, epoch }) => !['', epoch].includes(log.state(name).epoch));
  const reason = 'the mapping or the gateway has changed: evidence begins anew';
  const motive = { actor: LIFEBOAT, cause: 'gate', reason } as const;
  await Promise.all([
    registry.open(resources, counters, (resource) => log.state(resource).since),
    ...moved.map(({ name, epoch }) => move(name, { kind: 'epoch', epoch }, motive)),
  ]);
}

/** Reopens the store and writes back everything this process holds in memory. */
async function renew({ store, list, names, log }: Components): Promise<void> {
  await log.between((events) => store.renew({ events, writes: list.all() }));
  await store.check();
  await names.keepAnew();
}

/** Checks the store, renews it after a failure, and writes all pending records. */
export async function watchStore(components: Components): Promise<void> {
  const { store, list, log, journal } = components;
  await journal.attend({
    check: store.check,
    renew: () => renew(components),
    save: async () => {
      await list.flush();
      await adoptSubject(components, components.subject());
      await components.counters.save();
      if (!(await log.flush())) throw new Error('the log cannot be written');
    },
  });
}

/**
 * Pause before the next reading of others' counts, in durations of the last one: reading takes at most 1% of the time.
 */
const READING_PAUSES = 100;

/**
 * Creates the rounds that store counts and, if others count too, read those of all; a worker only stores, because
 * nobody asks it.
 */
export function createCountRounds(components: Components, isWorker: boolean): () => Promise<void> {
  const { counters, usage, registry, members, now } = components;
  let next = { at: 0, day: -1, isAlone: true };
  return async () => {
    await counters.save();
    if (isWorker) return;
    const [begin, day, isAlone] = [now(), Math.floor(now() / DAY_MS), members().isAlone()];
    if (begin < next.at || (isAlone && next.isAlone && day === next.day)) return;
    const read = usage.read(counters).then(() => (isAlone ? undefined : registry.read(counters)));
    await read.then(
      () => (next = { at: now() + READING_PAUSES * (now() - begin), day, isAlone }),
      () => undefined, // the next round tries again, and the alarm of the counters says what fails
    );
  };
}

/** Interval (ms) of the exchange of news between processes. */
const EXCHANGE = 250;

/** Joins the processes that share the store, if there are any, and returns the function that leaves them. */
export async function join(
  components: Components,
  { member, subject }: ComponentParts,
  served: NewsPart<readonly Served[]>,
  watch: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { log, journal, list, names, now } = components;
  if (member === undefined) {
    await adoptSubject(components, subject);
    return () => Promise.resolve();
  }
  const membership = await joinMembers({ ...member, follow: log.follow, turned: () => void watch() });
  const news = createMemberNews(member.store, member.id, now, membership.isAlone);
  news.share('served', served);
  news.share('writes', list.news);
  news.share('labels', names.news);
  components.join(membership, news);
  await news.exchange();
  await adoptSubject(components, subject);
  const exchange = (): Promise<void> =>
    news.exchange().catch((error: unknown) => {
      journal.failed(error);
      void watch();
    });
  const endRounds = inRounds({ work: exchange, pause: EXCHANGE, clock: member.clock });
  return async () => {
    await endRounds();
    await watch();
    await membership.leave();
  };
}

import type { Logger } from 'pino';
import type { ServingReports } from '../../cutover/servingCutover';
import type { ComparedNews, PrimaryCalls, WorkerNews } from './clusterCalls';
import type { Call } from './processLink';
import type { AlarmCondition } from '../../cutover/alarms';
import type { Served } from '../../cutover/evidence/traffic';
import type { Clock } from '../../contract/clock';

/** Tells the head of writes; never rejects, for a client must hear how its write ended, whatever becomes of the list. */
export function reportWrites(head: Call<PrimaryCalls>, logger: Logger): Omit<ServingReports, 'served'> {
  const untold =
    (...ids: readonly string[]) =>
    (error: unknown) =>
      logger.error(
        { err: error, writes: ids },
        'a write could not be put on the list of those to be looked at',
      );
  return {
    ambiguous: (write) => head('ambiguous', write).catch(untold(write.id)),
    undone: (writes) => head('undone', writes).catch(untold(...writes.map(({ id }) => id))),
    noteFound: (id, found) => head('noteFound', { id, found }).catch(untold(id)),
  };
}

/** Collects what a worker has to tell, so that a message carries many requests. */
interface NewsReporter {
  readonly served: (served: Served) => void;
  /** Tells what is left and falls silent. */
  readonly close: () => Promise<void>;
}

/** How often (ms) something is told: so much later a canary goes back because of another worker's requests. */
const ROUND = 50;

/** What is told beside the requests served. */
export interface NewsSources {
  /** What does not work. */
  readonly alarms: () => readonly AlarmCondition[];
  /** What was compared since it was asked last; undefined when nothing was. */
  readonly compared: () => ComparedNews | undefined;
}

/** Starts telling `tell`. */
export function createNewsReporter(
  tell: (news: WorkerNews) => Promise<void>,
  { alarms, compared }: NewsSources,
  clock: Clock,
): NewsReporter {
  let served: Served[] = [];
  let told = '[]';
  const flush = async (): Promise<void> => {
    const pairs = compared();
    const news: WorkerNews = {
      served,
      alarms: alarms(),
      ...(pairs === undefined ? {} : { compared: pairs }),
    };
    const found = JSON.stringify(news.alarms);
    if (served.length === 0 && pairs === undefined && found === told) return;
    served = [];
    told = found;
    // A head that is gone takes nothing any more, and this process ends with it.
    await tell(news).catch(() => undefined);
  };
  let stop = (): void => undefined;
  const round = (): void => {
    void flush();
    stop = clock.schedule(ROUND, round);
  };
  stop = clock.schedule(ROUND, round);
  return {
    served: (one) => void served.push(one),
    close: async () => {
      stop();
      await flush();
    },
  };
}

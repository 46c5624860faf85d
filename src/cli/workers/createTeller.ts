import type { Finding } from '../../cutover/alarms';
import type { Served } from '../../cutover/served';
import type { Clock } from '../../gateway/clock';
import type { ComparedNews, WorkerNews } from './calls';

/** Collects what a worker has to tell, so that a message carries many requests. */
export interface Teller {
  readonly served: (served: Served) => void;
  /** Tells what is left and falls silent. */
  readonly close: () => Promise<void>;
}

/** How often (ms) something is told: so much later a canary goes back because of another worker's requests. */
const ROUND = 50;

/** What is told beside the requests served. */
export interface NewsSources {
  /** What does not work. */
  readonly alarms: () => readonly Finding[];
  /** What was compared since it was asked last; undefined when nothing was. */
  readonly compared: () => ComparedNews | undefined;
}

/** Starts telling `tell`. */
export function createTeller(
  tell: (news: WorkerNews) => Promise<void>,
  { alarms, compared }: NewsSources,
  clock: Clock,
): Teller {
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

import type { Broken } from './brokenPaths';

const HOUR = 3_600_000;

/** Requests that count as evidence per caller, request and hour. */
const MOST_PER_HOUR = 5;

/** Ways to differ in which a request that has counted so often counts as often again: what begins now is news. */
const MOST_NEWS = 5;

/** Requests remembered; when there are more, the one longest unseen is forgotten, and counts anew when it comes again. */
const MOST_REQUESTS = 20_000;

/** What is remembered of a request: what differed when it counted last. */
export interface Remembered {
  hour: number;
  count: number;
  /** How often it has counted since then for what it differed in. */
  news: Map<string, number>;
  /** True where it counts only because of what it differs in: chosen by its outcome, it says nothing by lot. */
  isNews: boolean;
  /** The hour in which it served as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, Broken>;
}

/** Counts a request for what it differs in; false when that was seen often enough within its hour. */
function isNews({ news }: Remembered, differing: string): boolean {
  const counted = news.get(differing) ?? 0;
  if (differing === '' || counted >= MOST_PER_HOUR || (counted === 0 && news.size >= MOST_NEWS)) return false;
  news.set(differing, counted + 1);
  return true;
}

/**
 * Remembers requests by key, so that a client in a loop does not decide alone. Gives what is known of a request that
 * may count at an instant (clock ms), undefined for one that was seen often enough; `differing` names in what it
 * differs, empty when in nothing. A client that asks the same for hours is heard when its answers begin to differ.
 */
export function createRecent(): (key: string, at: number, differing: string) => Remembered | undefined {
  const requests = new Map<string, Remembered>();
  return (key, at, differing) => {
    const hour = Math.floor(at / HOUR);
    const known: Remembered = requests.get(key) ?? {
      ...{ hour, count: 0, repeated: -1, broken: new Map<string, Broken>() },
      ...{ news: new Map<string, number>(), isNews: false },
    };
    requests.delete(key);
    requests.set(key, known);
    for (const oldest of requests.keys()) {
      if (requests.size <= MOST_REQUESTS) break;
      requests.delete(oldest);
    }
    if (known.hour !== hour) Object.assign(known, { hour, count: 0, news: new Map() });
    known.isNews = known.count >= MOST_PER_HOUR;
    if (known.isNews) return isNews(known, differing) ? known : undefined;
    known.count += 1;
    if (differing !== '' && known.news.size < MOST_NEWS)
      known.news.set(differing, (known.news.get(differing) ?? 0) + 1);
    return known;
  };
}

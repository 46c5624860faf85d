import type { Broken } from './brokenPaths';

const HOUR = 3_600_000;

/** Most requests that count as evidence per caller, request and hour. */
const MOST_PER_HOUR = 5;

/** Most new sets of differences for which a request counts again after it has counted often enough. */
const MOST_NEWS = 5;

/** Most remembered requests; beyond them the least recent is forgotten, and counts anew. */
const MOST_REQUESTS = 20_000;

/** Memory of one request: its counts, and the differences when it counted last. */
export interface Remembered {
  hour: number;
  count: number;
  /** Number of times it has counted within the hour for each set of differences. */
  news: Map<string, number>;
  /** True when it counts only because of its differences: chosen by its outcome, it is no control by lot. */
  isNews: boolean;
  /** Hour in which it counted as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, Broken>;
}

/** Counts a request for its set of differences; false when that was seen often enough within the hour. */
function isNews({ news }: Remembered, differing: string): boolean {
  const counted = news.get(differing) ?? 0;
  if (differing === '' || counted >= MOST_PER_HOUR || (counted === 0 && news.size >= MOST_NEWS)) return false;
  news.set(differing, counted + 1);
  return true;
}

/**
 * Remembers requests by key, so that a client in a loop does not decide alone. Returns the memory of a request that
 * may count at an instant (clock ms), undefined for one that was seen often enough; `differing` names its differences,
 * empty without any. A client that repeats a request for hours counts again when its answers begin to differ.
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

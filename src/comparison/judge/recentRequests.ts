import { HOUR_MS } from '../../contract/clock';
import type { Broken } from './pathCounts';

/** Most requests that count as evidence per caller, request and hour. */
const MAX_REPEATS_PER_HOUR = 5;

/** Most new sets of differences for which a request counts again after it has counted often enough. */
const MAX_NEW_DIFFERENCE_SETS = 5;

/** Most remembered requests; beyond them the least recent one is forgotten, and counts again. */
const MAX_REMEMBERED_REQUESTS = 20_000;

/** Memory of one request: its counts, and the differences when it counted last. */
export interface Remembered {
  hour: number;
  count: number;
  /** Number of times it has counted within the hour for each set of differences. */
  news: Map<string, number>;
  /** True when it counts only because of its differences: a request chosen by its outcome is no sampled control. */
  isNews: boolean;
  /** Hour in which it counted as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, Broken>;
}

/** Counts a request for its set of differences; false when that was seen often enough within the hour. */
function isNews({ news }: Remembered, differing: string): boolean {
  const counted = news.get(differing) ?? 0;
  if (
    differing === '' ||
    counted >= MAX_REPEATS_PER_HOUR ||
    (counted === 0 && news.size >= MAX_NEW_DIFFERENCE_SETS)
  )
    return false;
  news.set(differing, counted + 1);
  return true;
}

/**
 * Remembers requests by key, so that a client in a loop does not decide alone. Returns the memory of a request that may
 * count at an instant (clock ms), and undefined for a request that was seen often enough. `differing` names its
 * differences, empty without any. A client that repeats a request for hours counts again when its answers begin to
 * differ.
 */
export function createRecent(): (key: string, at: number, differing: string) => Remembered | undefined {
  const requests = new Map<string, Remembered>();
  return (key, at, differing) => {
    const hour = Math.floor(at / HOUR_MS);
    const remembered: Remembered = requests.get(key) ?? {
      hour,
      count: 0,
      repeated: -1,
      broken: new Map<string, Broken>(),
      news: new Map<string, number>(),
      isNews: false,
    };
    requests.delete(key);
    requests.set(key, remembered);
    for (const oldest of requests.keys()) {
      if (requests.size <= MAX_REMEMBERED_REQUESTS) break;
      requests.delete(oldest);
    }
    if (remembered.hour !== hour) Object.assign(remembered, { hour, count: 0, news: new Map() });
    remembered.isNews = remembered.count >= MAX_REPEATS_PER_HOUR;
    if (remembered.isNews) return isNews(remembered, differing) ? remembered : undefined;
    remembered.count += 1;
    if (differing !== '' && remembered.news.size < MAX_NEW_DIFFERENCE_SETS)
      remembered.news.set(differing, (remembered.news.get(differing) ?? 0) + 1);
    return remembered;
  };
}

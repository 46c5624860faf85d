import type { Broken } from './brokenPaths';

const HOUR = 3_600_000;

/** Requests that count as evidence per caller, request and hour. */
const MOST_PER_HOUR = 5;

/** Requests remembered; when there are more, the one longest unseen is forgotten, and counts anew when it comes again. */
const MOST_REQUESTS = 20_000;

/** What is remembered of a request: what differed when it counted last. */
export interface Remembered {
  hour: number;
  count: number;
  /** The hour in which it served as a repeat: a poller is one observation. */
  repeated: number;
  broken: ReadonlyMap<string, Broken>;
}

/**
 * Remembers requests by key, so that a client in a loop does not decide alone. Gives what is known of a request that
 * may count at an instant (clock ms), undefined for one that was seen often enough.
 */
export function createRecent(): (key: string, at: number) => Remembered | undefined {
  const requests = new Map<string, Remembered>();
  return (key, at) => {
    const hour = Math.floor(at / HOUR);
    const known = requests.get(key) ?? { hour, count: 0, repeated: -1, broken: new Map<string, Broken>() };
    requests.delete(key);
    requests.set(key, known);
    for (const oldest of requests.keys()) {
      if (requests.size <= MOST_REQUESTS) break;
      requests.delete(oldest);
    }
    if (known.hour !== hour) Object.assign(known, { hour, count: 0 });
    if (known.count >= MOST_PER_HOUR) return undefined;
    known.count += 1;
    return known;
  };
}

/** Within this time (ms) a repeated error is the same error: a client in a loop is one observation. */
const SAME_FOR = 600_000;

/** Errors remembered; when there are more, the oldest is forgotten first. */
const MOST = 10_000;

/**
 * Makes a filter that lets one error per key and ten minutes count. It forgets the oldest keys beyond 10,000: then an
 * error may count twice, which only makes the way back quicker.
 */
export function countOnce(): (key: string, now: number) => boolean {
  const counted = new Map<string, number>();
  return (key, now) => {
    const before = counted.get(key);
    if (before !== undefined && now - before < SAME_FOR) return false;
    counted.delete(key);
    counted.set(key, now);
    for (const oldest of counted.keys()) {
      if (counted.size <= MOST) break;
      counted.delete(oldest);
    }
    return true;
  };
}

import type { AccessEntry } from '../accessEntry';
import { knownMethods } from '../knownMethods';

/** What clients have asked for in one way that no operation answers. */
export interface Unlisted {
  readonly method: string;
  /** E.g. `/v1/orders/{id}`. */
  readonly shape: string;
  readonly requests: number;
  /** How many of them v1 has answered; the others got a 410. */
  readonly byV1: number;
  /** Fingerprints of the keys that were shown, the first few. */
  readonly callers: readonly string[];
}

/** The v1 requests that no operation answers, counted by the shape of their paths. */
export interface UnlistedBook {
  /** Takes note of a request that is over; one without a shape is none of them. */
  readonly count: (entry: Pick<AccessEntry, 'method' | 'shape' | 'caller' | 'servedBy'>) => void;
  /** The most frequent first. */
  readonly seen: () => readonly Unlisted[];
}

/** Shapes that are told apart; whatever comes after them is counted together. */
const MOST = 100;
const MOST_CALLERS = 10;
const OTHERS = '(others)';

function withCaller(callers: readonly string[], caller: string | undefined): readonly string[] {
  if (caller === undefined || callers.includes(caller) || callers.length === MOST_CALLERS) return callers;
  return [...callers, caller];
}

/** Opens an empty book; what it holds is bounded, whatever clients ask for. */
export function createUnlisted(): UnlistedBook {
  const book = new Map<string, Unlisted>();

  const placeOf = (method: string, shape: string): readonly [key: string, method: string, shape: string] => {
    const key = `${method} ${shape}`;
    return book.has(key) || book.size < MOST ? [key, method, shape] : [OTHERS, OTHERS, OTHERS];
  };
  return {
    count: ({ method: asked, shape: found, caller, servedBy }) => {
      if (found === undefined) return;
      const [key, method, shape] = placeOf(knownMethods.has(asked) ? asked : 'other', found);
      const { requests = 0, byV1 = 0, callers = [] } = book.get(key) ?? {};
      book.set(key, {
        ...{ method, shape, requests: requests + 1 },
        byV1: byV1 + (servedBy === 'v1' ? 1 : 0),
        callers: withCaller(callers, caller),
      });
    },
    seen: () => [...book.values()].sort((one, other) => other.requests - one.requests),
  };
}

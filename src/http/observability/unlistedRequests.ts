import type { Registry } from 'prom-client';
import { OTHERS } from '../../contract/recent';
import type { AccessEntry } from '../../gateway/context';
import type { MappedRoute } from '../../gateway/routes';
import { knownMethods } from '../server/incoming';
import { showTotals } from './runningTotals';

/** Requests of one shape that no operation answers. */
export interface Unlisted {
  readonly method: string;
  /** E.g. `/v1/orders/{id}`. */
  readonly shape: string;
  readonly requests: number;
  /** Number of requests that v1 has answered; the others got a 410. */
  readonly byV1: number;
  /** Fingerprints of the first few keys that were shown. */
  readonly callers: readonly string[];
}

/** The v1 requests that no operation answers, counted by the shape of their paths. */
export interface UnlistedRegistry {
  /** Counts a request that is over, if it has a shape. */
  readonly count: (entry: Pick<AccessEntry, 'method' | 'shape' | 'caller' | 'servedBy'>) => void;
  /** Returns the shapes, the most frequent first. */
  readonly seen: () => readonly Unlisted[];
}

/** Most shapes that are counted separately; all further ones are counted together. */
const MAX_SHAPES = 100;
const MOST_CALLERS = 10;

function withCaller(callers: readonly string[], caller: string | undefined): readonly string[] {
  if (caller === undefined || callers.includes(caller) || callers.length === MOST_CALLERS) return callers;
  return [...callers, caller];
}

/** Opens an empty registry of bounded size, whatever clients ask for. */
export function createUnlisted(): UnlistedRegistry {
  const shapes = new Map<string, Unlisted>();

  const placeOf = (method: string, shape: string): readonly [key: string, method: string, shape: string] => {
    const key = `${method} ${shape}`;
    return shapes.has(key) || shapes.size < MAX_SHAPES ? [key, method, shape] : [OTHERS, OTHERS, OTHERS];
  };
  return {
    count: ({ method: requestMethod, shape: requestShape, caller, servedBy }) => {
      if (requestShape === undefined) return;
      const [key, method, shape] = placeOf(
        knownMethods.has(requestMethod) ? requestMethod : 'other',
        requestShape,
      );
      const { requests = 0, byV1 = 0, callers = [] } = shapes.get(key) ?? {};
      shapes.set(key, {
        method,
        shape,
        requests: requests + 1,
        byV1: byV1 + (servedBy === 'v1' ? 1 : 0),
        callers: withCaller(callers, caller),
      });
    },
    seen: () => [...shapes.values()].sort((entry, nextEntry) => nextEntry.requests - entry.requests),
  };
}

/** Merges the unlisted requests of several processes, the most frequent first. */
export function mergeUnlisted(lists: readonly (readonly Unlisted[])[]): readonly Unlisted[] {
  const merged = new Map<string, Unlisted>();
  for (const entry of lists.flat()) {
    const key = `${entry.method} ${entry.shape}`;
    const { requests = 0, byV1 = 0, callers = [] } = merged.get(key) ?? {};
    merged.set(key, {
      ...entry,
      requests: requests + entry.requests,
      byV1: byV1 + entry.byV1,
      callers: [...new Set([...callers, ...entry.callers])],
    });
  }
  return [...merged.values()].sort((entry, nextEntry) => nextEntry.requests - entry.requests);
}

/** Shows the v1 requests that no operation answers. */
export function registerUnlistedCounter(
  registry: Registry,
  unlistedRequests: UnlistedRegistry['seen'],
): void {
  const options = {
    name: 'lifeboat_unlisted_requests_total',
    help: 'v1 requests that no operation answers, by the shape of their path.',
    labelNames: ['method', 'shape'] as const,
  };
  showTotals(registry, options, () =>
    unlistedRequests().map(({ method, shape, requests }) => [{ method, shape }, requests]),
  );
}

/** Most segments of a path that its shape keeps. */
const DEPTH = 8;

/** Returns the fixed words in the paths of routes, which belong to no client. */
export const routeWords = (routes: readonly Pick<MappedRoute, 'operation'>[]): readonly string[] =>
  routes.flatMap(({ operation: { v1, v2 } }) => `${v1.template}${v2.template}`.split('/'));

/**
 * Names the shape of a request target, e.g. `/v1/orders/{id}` for `/v1/orders/12?page=2`. Keeps only words that the
 * APIs are known to have: any other word may be a login.
 */
export function createPathShape(words: () => readonly string[]): (target: string) => string {
  let apiWords: ReadonlySet<string> | undefined;
  const shapeOf = (segment: string): string => {
    apiWords ??= new Set(['', 'v1', 'v2', ...words()]);
    if (apiWords.has(segment) && !segment.startsWith('{')) return segment;
    return /^\d+$/.test(segment) ? '{id}' : '{text}';
  };
  return (target) => {
    const [path = ''] = target.split('?', 1);
    const segments = path.split('/', DEPTH + 2);
    const shapePath = segments
      .slice(0, DEPTH + 1)
      .map(shapeOf)
      .join('/');
    return segments.length > DEPTH + 1 ? `${shapePath}/...` : shapePath;
  };
}

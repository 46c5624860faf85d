import { OTHERS } from '../../contract/recent';
import type { AccessEntry } from '../../gateway/context';
import type { MappedRoute } from '../../gateway/routes';
import { knownMethods } from '../server/messages';

/** Requests of one shape that no operation answers. */
export interface UnlistedShape {
  readonly method: string;
  /** E.g. `/v1/orders/{id}`. */
  readonly shape: string;
  readonly requests: number;
  /** Number of requests that v1 has answered; the others got a 410. */
  readonly byV1: number;
  /** Fingerprints of the first few keys that were shown. */
  readonly callers: readonly string[];
}

/** Most shapes that are counted separately; all further ones are counted together. */
const MAX_SHAPES = 100;
const MAX_CALLERS = 10;

/** Adds requests to those of the same shape. Keeps each caller once, and only the first few callers. */
function addShape(shapes: Map<string, UnlistedShape>, entry: UnlistedShape): void {
  const key = `${entry.method} ${entry.shape}`;
  const { requests = 0, byV1 = 0, callers = [] } = shapes.get(key) ?? {};
  shapes.set(key, {
    ...entry,
    requests: requests + entry.requests,
    byV1: byV1 + entry.byV1,
    callers: [...new Set([...callers, ...entry.callers])].slice(0, MAX_CALLERS),
  });
}

const sortByFrequency = (shapes: ReadonlyMap<string, UnlistedShape>): readonly UnlistedShape[] =>
  [...shapes.values()].sort((entry, nextEntry) => nextEntry.requests - entry.requests);

/** Opens an empty registry of the v1 requests that no operation answers, bounded whatever clients ask for. */
export function createUnlisted() {
  const shapes = new Map<string, UnlistedShape>();
  return {
    /** Counts an ended request by its shape, if it has one. Beyond the most shapes, all further ones count as one. */
    countRequest: (entry: Pick<AccessEntry, 'method' | 'shape' | 'caller' | 'servedBy'>): void => {
      if (entry.shape === undefined) return;
      const method = knownMethods.has(entry.method) ? entry.method : 'other';
      const isSeparate = shapes.size < MAX_SHAPES || shapes.has(`${method} ${entry.shape}`);
      const key = isSeparate ? { method, shape: entry.shape } : { method: OTHERS, shape: OTHERS };
      const callers = entry.caller === undefined ? [] : [entry.caller];
      addShape(shapes, { ...key, requests: 1, byV1: entry.servedBy === 'v1' ? 1 : 0, callers });
    },
    /** Returns the shapes, the most frequent first. */
    listShapes: (): readonly UnlistedShape[] => sortByFrequency(shapes),
  };
}

/** Merges the unlisted requests of several processes, the most frequent first. */
export function mergeUnlisted(lists: readonly (readonly UnlistedShape[])[]): readonly UnlistedShape[] {
  const shapes = new Map<string, UnlistedShape>();
  for (const entry of lists.flat()) addShape(shapes, entry);
  return sortByFrequency(shapes);
}

/** Most segments of a path that its shape keeps. */
const DEPTH = 8;

/** Returns the fixed words in the paths of routes, which belong to no client. */
export const routeWords = (routes: readonly Pick<MappedRoute, 'operation'>[]): readonly string[] =>
  routes.flatMap(({ operation: { v1, v2 } }) => `${v1.template}${v2.template}`.split('/'));

/** Names the shape of a target, e.g. `/v1/orders/{id}`, in the APIs' own words: any other word may be a login. */
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

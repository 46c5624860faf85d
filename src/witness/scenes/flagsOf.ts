import type { QueryParameter } from '../../mapping/resolveOperation';
import type { Asking } from './scene';

/** The flags of a v1 query, all set where everything is asked for. */
export const flagsOf = (query: readonly QueryParameter[], asking: Asking): Readonly<Record<string, string>> =>
  Object.fromEntries(
    query
      .filter(({ shows }) => asking === 'everything' && shows !== undefined)
      .map(({ name }) => [name, '1']),
  );

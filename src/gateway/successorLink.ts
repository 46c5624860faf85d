import type { Operation } from '../mapping/operation';
import { withValue } from './withValue';

/**
 * The `Link` to the v2 operation that takes the place of this one (RFC 5829 3.3). Where a part of its path is not
 * known, or would be a login, the link ends before it.
 */
export function successorLink(
  { v2, lookup }: Operation,
  values: Readonly<Record<string, string>>,
  id?: string,
): string {
  const path = v2.path(
    id === undefined || lookup === undefined ? values : withValue(values, lookup.fills, id),
  );
  const known = path.includes('//') || path.endsWith('/') ? v2.template.replace(/\/\{.*$/, '') : path;
  return `<${known}>; rel="successor-version"`;
}

import { isJsonObject, type Json } from '../contract/json';
import type { Operation } from '../mapping/operation';

/** The id of a v1 envelope. */
function idOf(body: Json): string | undefined {
  const data = isJsonObject(body) ? body['data'] : undefined;
  const id = isJsonObject(data) ? data['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/**
 * The `Link` to the v2 operation that takes the place of this one (RFC 5829 3.3). Where a part of its path is not
 * known, or would be a login, the link ends before it.
 */
export function successorLink(
  { v2, lookup }: Operation,
  values: Readonly<Record<string, string>>,
  body?: Json,
): string {
  const found = lookup === undefined || body === undefined ? undefined : idOf(body);
  const path = v2.path(
    found === undefined || lookup === undefined ? values : { ...values, [lookup.fills]: found },
  );
  const known = path.includes('//') || path.endsWith('/') ? v2.template.replace(/\/\{.*$/, '') : path;
  return `<${known}>; rel="successor-version"`;
}

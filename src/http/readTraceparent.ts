/** Version 00 of W3C Trace Context: trace, parent, flags; a version to come may append more (3.2.2). */
const form = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const nothing = /^0+$/;

/** A `traceparent` that is fit to be sent on; undefined when there is none or it is not valid. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header.startsWith('ff')) return undefined;
  const [, trace = '0', parent = '0'] = form.exec(header) ?? [];
  return nothing.test(trace) || nothing.test(parent) ? undefined : header;
}

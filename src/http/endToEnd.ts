const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Tells whether a header goes on beyond this hop, by its name in lower case. */
export type EndToEnd = (name: string) => boolean;

const byDefault: EndToEnd = (name) => !hopByHop.has(name);

/** Tells which headers of a message go on beyond this hop, given its `Connection` header (RFC 9110 7.6.1). */
export function endToEnd(connection: string | undefined): EndToEnd {
  // Most name nothing, or what never goes on.
  if (connection === undefined || hopByHop.has(connection)) return byDefault;
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return (name) => byDefault(name) && !named.has(name);
}

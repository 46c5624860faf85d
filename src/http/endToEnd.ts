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

/** Tells which headers of a message go on beyond this hop, given its `Connection` header (RFC 9110 7.6.1). */
export function endToEnd(connection: string | undefined): (name: string) => boolean {
  const named = new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return (name) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase());
}

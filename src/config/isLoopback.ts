/** True for the names and addresses of this very machine (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === '::1' || /^127(\.\d{1,3}){3}$/.test(name) || /(^|\.)localhost$/.test(name);
}

import { readFileSync } from 'node:fs';

/** Established, and closed by the client alone. */
const OPEN = ['01', '08'];

/** The far ends of connections that the server on a port of the loopback interface has not closed, as Linux lists them. */
export function clientsOf(port: number): ReadonlySet<string> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const found = new Set<string>();
  for (const line of readFileSync('/proc/net/tcp', 'latin1').split('\n')) {
    const [, local = '', remote = '', state = ''] = line.trim().split(/\s+/);
    if (local.endsWith(end) && OPEN.includes(state)) found.add(remote);
  }
  return found;
}

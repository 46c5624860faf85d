import { readFileSync } from 'node:fs';

/** Established, and closed by the client alone. */
const OPEN = ['01', '08'];

/** Lists connections that the server on a port of the loopback interface has not closed: far ends, and socket inodes. */
export function clientsOf(port: number): ReadonlyMap<string, string> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const foundMap = new Map<string, string>();
  for (const line of readFileSync('/proc/net/tcp', 'latin1').split('\n')) {
    const [, local = '', remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
    if (local.endsWith(end) && OPEN.includes(state)) foundMap.set(remote, inode);
  }
  return foundMap;
}

import type { ListenFailure } from './startServer';

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: stop that one, or choose another port (0 for any free one)',
  EACCES: 'may not be used by this user: choose a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: choose one of its own, or 0.0.0.0 for all of them',
  ENOTFOUND: 'cannot be found: is the host name written right?',
};

/** Puts the reason why nothing listens on an address into words that say what to do. */
export function describeListenError(error: Error, host: string, port: number): ListenFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return { code, message: `${address} ${remedies[code] ?? `cannot be listened on (${code})`}` };
}

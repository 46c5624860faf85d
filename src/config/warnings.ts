import type { Config } from './config';
import { isLoopback } from './isLoopback';

/** What is allowed and still most likely not meant; printed at start-up. */
export function warnings({ upstream, listen }: Config): string[] {
  if (upstream.kind === 'sandbox') return [];
  const plain = Object.entries({ v2: upstream.v2, v1: upstream.v1 }).flatMap(([name, origin]) => {
    const url = new URL(origin ?? 'https://none');
    const open = url.protocol === 'http:' && !isLoopback(url.hostname);
    return open
      ? [
          `upstream.${name} is plain http: keys and passwords travel readable, and the service refuses it (spec, first paragraph)`,
        ]
      : [];
  });
  const open = listen.tls.kind === 'off' && !isLoopback(listen.host);
  const bare = `the gateway listens on ${listen.host} without TLS: put a TLS proxy before it, or set listen.tls`;
  return open ? [...plain, bare] : plain;
}

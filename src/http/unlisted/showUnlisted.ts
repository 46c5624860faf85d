import { Counter, type Registry } from 'prom-client';
import type { UnlistedBook } from './createUnlisted';

/** Shows the v1 requests that no operation answers. */
export function showUnlisted(registry: Registry, seen: UnlistedBook['seen']): void {
  const collect = function (this: Counter<'method' | 'shape'>): void {
    this.reset();
    for (const { method, shape, requests } of seen()) this.inc({ method, shape }, requests);
  };
  new Counter({
    name: 'lifeboat_unlisted_requests_total',
    help: 'v1 requests that no operation answers, by the shape of their path.',
    labelNames: ['method', 'shape'],
    registers: [registry],
    collect,
  });
}

import type { Counters } from '../../../src/cutover/counters.js';
import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { createUsageCounter } from '../../../src/usage/usageCounter.js';

const statusOf = ({ failed, signature }: ServedRequest): number =>
  signature === '401' ? 401 : failed ? 502 : 200;

/** Counts requests that no edge has answered, as the counter of ended requests does. */
export function countServed(counters: Pick<Counters, 'count'>): (served: ServedRequest) => void {
  const count = createUsageCounter(counters);
  return (served) => {
    const { resource, operation: name, caller, side, rescue } = served;
    const v1 = { method: 'GET', template: '/v1/things' };
    const servedBy = rescue === 'answered' ? 'v1' : side;
    count({
      entry: { method: v1.method, status: statusOf(served), route: v1.template, caller, servedBy },
      operation: { name, resource, v1, habits: undefined } as never,
      served,
    });
  };
}

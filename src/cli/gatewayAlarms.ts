import type { Alarms } from '../cutover/alarms';
import type { Report } from '../gateway/event';
import type { UpstreamWatch } from '../gateway/watchUpstream';

const on = { severity: 'critical', subject: '*' } as const;

/** Shows among the alarms which upstream (by name) is away, and what the gateway reports of its index store. */
export function gatewayAlarms(
  alarms: Pick<Alarms, 'watch' | 'take'>,
  upstreams: Readonly<Record<string, Pick<UpstreamWatch, 'away'>>>,
): Report {
  alarms.watch(() =>
    Object.entries(upstreams).flatMap(([name, upstream]) => {
      const kind = upstream.away();
      if (kind === undefined) return [];
      return [{ ...on, kind: `away ${name}`, text: `${name} gives no answer (${kind})` }];
    }),
  );
  return (event) => {
    if (event.kind === 'indexStoreFailed') {
      const text = `the index is in memory, as its store fails: ${event.detail}`;
      alarms.take('store', [{ ...on, severity: 'warning', kind: 'store index', text }]);
    }
    if (event.kind === 'indexStoreRecovered') alarms.take('store', []);
  };
}

import type { GatewayEvent } from '../gateway/event';
import type { UpstreamWatch } from '../gateway/watchUpstream';

/** What does not work although requests are answered. */
export interface Ailments {
  readonly report: (event: GatewayEvent) => void;
  /** Sentences for the operator; empty when all is well. */
  readonly tell: () => readonly string[];
}

/** Remembers what the gateway reports of its store, and looks at the upstreams (by name) when it is asked. */
export function createAilments(upstreams: Readonly<Record<string, Pick<UpstreamWatch, 'away'>>>): Ailments {
  let store: string | undefined;
  return {
    report: (event) => {
      if (event.kind === 'indexStoreFailed')
        store = `the index is in memory, as its store fails: ${event.detail}`;
      if (event.kind === 'indexStoreRecovered') store = undefined;
    },
    tell: () => {
      const away = Object.entries(upstreams).flatMap(([name, upstream]) => {
        const kind = upstream.away();
        return kind === undefined ? [] : [`${name} gives no answer (${kind})`];
      });
      return store === undefined ? away : [...away, store];
    },
  };
}

import type { FaultsView } from '../../console/consoleData';
import { failure, type Result, success } from '../../contract/result';
import { askControl, readFaults } from '../../sandbox/control/controlClient';

const OFFERS = ['GET /v2/account-offers', 'GET /v2/account-offers/{account}'] as const;

const rewrite = (edits: readonly object[]) => [{ route: 'GET *', disturbance: { kind: 'rewrite', edits } }];

/** Faults that can be planted, each as the settings of the marketplace's control API. v1's answers have none of them. */
const kinds: Readonly<Record<string, { readonly text: string; readonly faults: readonly object[] }>> = {
  title: {
    text: 'v2 sends other titles',
    faults: rewrite([{ kind: 'append', at: 'title', text: ' (v2)' }]),
  },
  late: {
    text: 'v2 answers two seconds late for account offers',
    faults: OFFERS.map((route) => ({ route, latency: 2_000 })),
  },
  failing: {
    text: 'v2 fails every second read of account offers',
    faults: OFFERS.map((route) => ({ route, rate: 0.5, disturbance: { kind: 'status', status: 500 } })),
  },
};

/** Faults of the embedded marketplace, for a page. */
export interface SandboxFaults {
  readonly view: () => Promise<FaultsView>;
  /** Plants a fault of a kind; returns what to say of it, or why it was not planted. */
  readonly plant: (kind: string) => Promise<Result<string, string>>;
  /** Removes all faults, also those that others have planted. */
  readonly clear: () => Promise<Result<string, string>>;
}

/** Makes the faults of the marketplace at an origin, by its control API. */
export function createSandboxFaults(origin: string): SandboxFaults {
  const ask = async (
    method: 'POST' | 'DELETE',
    said: string,
    body?: object,
  ): Promise<Result<string, string>> => {
    const answered = await askControl(origin, method, '/faults', body);
    if (answered.kind === 'unreachable')
      return failure(`The marketplace cannot be reached: ${answered.reason}.`);
    return answered.status < 300
      ? success(said)
      : failure('The fault is planted already, or another excludes it.');
  };
  return {
    view: async () => {
      const answered = await askControl(origin, 'GET', '/faults');
      const standing = answered.kind === 'answered' ? readFaults(answered.body) : [];
      const planted = standing.map(({ route, latency, rate, disturbance }) =>
        [
          disturbance?.kind ?? `${latency} ms late`,
          `on ${route}`,
          ...(rate < 1 ? [`${rate * 100}% of the calls`] : []),
        ].join(', '),
      );
      return { kinds: Object.entries(kinds).map(([kind, { text }]) => ({ kind, text })), planted };
    },
    plant: async (kind) => {
      const chosen = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      if (chosen === undefined) return failure(`There is no fault ${kind}.`);
      for (const fault of chosen.faults) {
        const planted = await ask('POST', '', fault);
        if (!planted.ok) return planted;
      }
      return success(`Planted: ${chosen.text}. See what the page shows of it.`);
    },
    clear: () => ask('DELETE', 'The marketplace answers well again.'),
  };
}

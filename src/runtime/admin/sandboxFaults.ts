import { isDeepStrictEqual } from 'node:util';
import { failure, type Result, success } from '../../contract/result';
import type { PlantedFaults } from '../../operator/operatorParts';
import { askControl, readFaults } from '../../sandbox/control/controlClient';
import { faultSchema } from '../../sandbox/faults/faultSchema';

const OFFERS = ['GET /v2/account-offers', 'GET /v2/account-offers/{account}'] as const;

const rewriteKind = (edits: readonly object[]) => [
  { route: 'GET *', disturbance: { kind: 'rewrite', edits } },
];

/** Faults that can be planted, each as settings of the marketplace's control API. They never affect v1's answers. */
const kinds: Readonly<Record<string, { readonly text: string; readonly faults: readonly object[] }>> = {
  title: {
    text: 'v2 sends other titles',
    faults: rewriteKind([{ kind: 'append', at: 'title', text: ' (v2)' }]),
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

type Standing = ReturnType<typeof readFaults>[number];

const knownEntry = Object.values(kinds).flatMap(({ text, faults }) =>
  faults.map((settings) => ({ text, fault: faultSchema.parse(settings) })),
);

/** Describes a fault by the calls that it affects, after the words of its button if it has one here. */
function describeFault({ route, latency, rate, disturbance }: Standing): string {
  const ownEntry = knownEntry.find(
    ({ fault }) =>
      fault.route === route &&
      fault.rate === rate &&
      fault.latency === latency &&
      isDeepStrictEqual(fault.disturbance, disturbance),
  );
  const share = rate < 1 ? [`${rate * 100}% of the calls`] : [];
  const settings = [disturbance?.kind ?? `${latency} ms late`, `on ${route}`, ...share].join(', ');
  return ownEntry === undefined ? settings : `${ownEntry.text} (${settings})`;
}

/** Creates the faults of the marketplace at an origin, set over its control API. */
export function createSandboxFaults(origin: string): PlantedFaults {
  const askSandbox = async (
    method: 'POST' | 'DELETE',
    message: string,
    body?: object,
  ): Promise<Result<string, string>> => {
    const answered = await askControl(origin, method, '/faults', body);
    if (answered.kind === 'unreachable')
      return failure(`The marketplace cannot be reached: ${answered.reason}.`);
    if (answered.status < 300) return success(message);
    return failure('The fault is planted already, or another excludes it.');
  };
  return {
    view: async () => {
      const answered = await askControl(origin, 'GET', '/faults');
      const standing = answered.kind === 'answered' ? readFaults(answered.body) : [];
      const planted = standing.map(describeFault);
      return { kinds: Object.entries(kinds).map(([kind, { text }]) => ({ kind, text })), planted };
    },
    plant: async (kind) => {
      const chosen = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      if (chosen === undefined) return failure(`There is no fault ${kind}.`);
      for (const fault of chosen.faults) {
        const planted = await askSandbox('POST', '', fault);
        if (!planted.ok) return planted;
      }
      return success(`Planted: ${chosen.text}. See what the page shows of it.`);
    },
    clear: () => askSandbox('DELETE', 'The marketplace answers well again.'),
  };
}

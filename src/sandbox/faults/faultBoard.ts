import type { ServedOperation } from '../market';
import type { Random } from '../values/random';
import type { Disturbance, FaultSetting } from './faultSchema';

/** Fault in force, with the count of calls that it has met. */
export interface StandingFault extends FaultSetting {
  readonly id: number;
  readonly met: number;
}

type Route = Pick<ServedOperation, 'method' | 'path'>;

/** Keeps faults in memory. `random` decides which calls a fault of a rate below 1 meets. */
export function createFaultBoard(random: Random) {
  let faults: readonly StandingFault[] = [];
  let lastId = 0;
  const isMet = (fault: FaultSetting, route: Route, seller: string | undefined): boolean =>
    isRouteOf(fault.route, route) &&
    (fault.seller === undefined || String(fault.seller) === seller) &&
    random.below(1e6) < fault.rate * 1e6;
  return {
    add: (fault: FaultSetting): StandingFault => {
      lastId += 1;
      const standing = { ...fault, id: lastId, met: 0 };
      faults = [...faults, standing];
      return standing;
    },
    all: (): readonly StandingFault[] => faults,
    clear: (): void => {
      faults = [];
    },
    /** Returns the faults that act on a call of a seller together, oldest first, and counts each. */
    meet: (route: Route, seller: string | undefined): readonly FaultSetting[] => {
      const met = selectCompatible(faults.filter((fault) => isMet(fault, route, seller)));
      faults = faults
        .map((fault) => ({ ...fault, met: fault.met + Number(met.includes(fault)) }))
        .filter((fault) => fault.met < (fault.count ?? Infinity));
      return met;
    },
  };
}

/** Matches a pattern such as `PATCH /v2/currency-offers/{currencyOffer}`, `GET *`, `* /v2/games` or `*` with a call. */
export function isRouteOf(pattern: string, { method, path }: Route): boolean {
  if (pattern === '*') return true;
  const [wantedMethod = '', wantedPath = ''] = pattern.split(' ', 2);
  return (wantedMethod === '*' || wantedMethod === method) && (wantedPath === '*' || wantedPath === path);
}

/** Disturbances that cannot act on one answer together. */
const EXCLUDED: Readonly<Record<Disturbance['kind'], readonly Disturbance['kind'][]>> = {
  reset: ['reset', 'status', 'truncate', 'rewrite', 'wire'],
  status: ['reset', 'status', 'rewrite'],
  truncate: ['reset', 'truncate'],
  rewrite: ['reset', 'status'],
  wire: ['reset'],
};

const isExclusive = ({ disturbance: older }: FaultSetting, { disturbance: newer }: FaultSetting): boolean =>
  older !== undefined && newer !== undefined && EXCLUDED[older.kind].includes(newer.kind);

const isFinal = ({ disturbance }: FaultSetting): boolean =>
  disturbance !== undefined && ['reset', 'status', 'truncate'].includes(disturbance.kind);

/** Orders the faults that act together: first those that end an answer, then older before newer ones. */
function selectCompatible(met: readonly StandingFault[]): readonly StandingFault[] {
  const acting: StandingFault[] = [];
  for (const fault of [...met.filter(isFinal), ...met.filter((fault) => !isFinal(fault))]) {
    if (!acting.some((actingFault) => isExclusive(actingFault, fault))) acting.push(fault);
  }
  return met.filter((fault) => acting.includes(fault));
}

import { DAY_MS } from '../../contract/clock';
import { OTHERS } from '../../contract/recent';
import type { CallerNames, NamesByCaller } from '../callerNames';
import { countName } from '../evidence/dailyEvidence';
import {
  type Brownout,
  type BrownoutPhase,
  isRefusedNow,
  duePhase,
  type IsIn,
  phaseOf,
  type Retirement,
  type RetirementState,
} from './brownout';
import { LIFEBOAT, type Mover } from './mover';
import { ALL } from './stageEvent';

interface RetirementParts {
  /** Brownouts of the plan, sorted by time. */
  readonly brownouts: readonly Brownout[];
  readonly state: () => RetirementState;
  readonly names: Pick<CallerNames, 'listNames' | 'nameText'>;
  readonly move: Mover;
  readonly now: () => number;
}

/** Brownout in the form for people, with its instants as ISO 8601. */
export interface ShownBrownout extends Omit<Brownout, 'from' | 'to'> {
  readonly from: string;
  readonly to: string;
  readonly state: 'planned' | 'under way' | 'over' | 'stopped';
  /** Number of requests that this process and its workers have refused since their start. */
  readonly refused: number;
}

/** Time (ms) after which the start or end of a brownout is no longer news. */
const STALE_NEWS_MS = DAY_MS;

const spanText = ({ from, to }: Brownout): string =>
  `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;

function callersText({ clients, except, resources, percent }: Brownout): string {
  const who = clients === 'all' ? 'all clients' : clients.join(', ');
  const but = except.length === 0 ? '' : ` but ${except.join(', ')}`;
  const what = resources === 'all' ? 'all resources' : resources.join(', ');
  return `${percent === 100 ? '' : `${percent}% of `}${who}${but}; ${what}`;
}

/** Maximum number of callers that the log names after a brownout. */
const SHOWN = 50;

/** Counts the refused requests of each brownout by caller, since the start of the process. */
function createRefusedCounts(text: CallerNames['nameText']) {
  const counts = new Map<string, Map<string, number>>();
  return {
    countRefused: (id: string, caller: string): void => {
      const its = counts.get(id) ?? new Map<string, number>();
      countName(its, caller);
      counts.set(id, its);
    },
    countOf: (id: string): number =>
      [...(counts.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
    /** Words the callers with the most refusals. */
    affectedCallers: (id: string): readonly string[] => {
      const callers = [...(counts.get(id) ?? [])].sort(([, count], [, nextCount]) => nextCount - count);
      const hiddenCount = callers.length - SHOWN;
      return [
        ...callers
          .slice(0, SHOWN)
          .map(([caller, count]) => `refused ${count} of ${caller === OTHERS ? OTHERS : text(caller)}`),
        ...(hiddenCount > 0 ? [`and requests of ${hiddenCount} more`] : []),
      ];
    },
  };
}

/** Replaces names by fingerprints. An unknown name stays, and no caller has it. */
function resolveNames(brownout: Brownout, names: NamesByCaller): Brownout {
  const fingerprints = new Map([...names].map(([caller, name]) => [name, caller]));
  const findFingerprints = (askedCallers: readonly string[]) =>
    askedCallers.map((askedCaller) => fingerprints.get(askedCaller) ?? askedCaller);
  const { clients, except } = brownout;
  return {
    ...brownout,
    clients: clients === 'all' ? 'all' : findFingerprints(clients),
    except: findFingerprints(except),
  };
}

type Parts = Pick<RetirementParts, 'brownouts' | 'state' | 'names'>;

/** Creates the retirement of each resource again after a change of its state or of a name. */
function createView({ brownouts, state, names }: Parts): (resource: string) => Retirement | undefined {
  const makeRetirement = (resource: string): Retirement | undefined => {
    const { extended, retired, phases } = state();
    const its = brownouts.filter(
      ({ id, resources }) =>
        !phases.has(phaseOf(id, 'stopped')) && (resources === 'all' || resources.includes(resource)),
    );
    if (its.length === 0 && retired.size === 0) return undefined;
    return { brownouts: its.map((brownout) => resolveNames(brownout, names.listNames())), extended, retired };
  };
  let madeOf: readonly object[] = [];
  let retirements = new Map<string, Retirement | undefined>();
  return (resource) => {
    if (madeOf[0] !== state() || madeOf[1] !== names.listNames()) {
      madeOf = [state(), names.listNames()];
      retirements = new Map();
    }
    if (!retirements.has(resource)) retirements.set(resource, makeRetirement(resource));
    return retirements.get(resource);
  };
}

function stateOf(
  { id, from, to }: Brownout,
  { phases }: RetirementState,
  now: number,
): ShownBrownout['state'] {
  if (phases.has(phaseOf(id, 'stopped'))) return 'stopped';
  if (now < from) return 'planned';
  return now < to ? 'under way' : 'over';
}

/** Creates the retirement of v1 over the plan's brownouts and the log: it refuses requests for a while, or for good. */
export function createRetirement(retirementParts: RetirementParts) {
  const { brownouts, state, names, move, now } = retirementParts;
  const counts = createRefusedCounts(names.nameText);
  const of = createView(retirementParts);
  const notePhase = (brownout: Brownout, phase: BrownoutPhase, motive: Partial<Parameters<Mover>[2]> = {}) =>
    move(
      ALL,
      { kind: 'brownout', brownout: brownout.id, phase },
      {
        actor: LIFEBOAT,
        cause: 'schedule',
        reason: `${spanText(brownout)}, ${callersText(brownout)}`,
        ...motive,
      },
    );
  return {
    /** Returns the current brownouts and extensions of a resource. Returns undefined without any. */
    of,
    /** Records a request that a brownout (id) has refused. */
    refused: counts.countRefused,
    /** Announces brownouts, and records those that have started or ended. */
    tick: async (): Promise<void> => {
      for (const brownout of brownouts) {
        const phase = duePhase(brownout, state(), now());
        if (phase === undefined || (phase === 'ended' && now() > brownout.to + STALE_NEWS_MS)) continue;
        await notePhase(
          brownout,
          phase,
          phase === 'ended' ? { evidence: counts.affectedCallers(brownout.id) } : {},
        );
      }
    },
    list: (): readonly ShownBrownout[] =>
      brownouts.map((brownout) => ({
        ...brownout,
        from: new Date(brownout.from).toISOString(),
        to: new Date(brownout.to).toISOString(),
        state: stateOf(brownout, state(), now()),
        refused: counts.countOf(brownout.id),
      })),
    /** Stops the current brownouts, or all that have not ended. Resolves to their ids. */
    stop: async (which: 'current' | 'all', actor: string, reason: string): Promise<readonly string[]> => {
      const wanted = which === 'all' ? ['planned', 'under way'] : ['under way'];
      const remainingBrownouts = brownouts.filter((brownout) =>
        wanted.includes(stateOf(brownout, state(), now())),
      );
      for (const brownout of remainingBrownouts) {
        const evidence = counts.affectedCallers(brownout.id);
        await notePhase(brownout, 'stopped', { actor, cause: 'manual', reason, evidence });
      }
      return remainingBrownouts.map(({ id }) => id);
    },
    /** Returns the brownouts that would refuse a caller (fingerprint) at a resource. */
    brownoutsOf: (resource: string, caller: string, isIn: IsIn): readonly string[] => {
      const its = of(resource);
      if (its === undefined) return [];
      return its.brownouts
        .filter((brownout) => isRefusedNow(its, brownout, caller, isIn))
        .map(({ id }) => id);
    },
  };
}

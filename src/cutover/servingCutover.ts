import type { NamesByCaller } from './callerNames';
import { createDecisions } from './buckets';
import type { Cutover } from './cutover';
import type { Standing } from './stages/decide';

/** Functions by which a serving process reports its requests. */
export type ServingReports = Pick<Cutover, 'served' | 'ambiguous' | 'undone' | 'noteFound'>;

/** Functions of a cutover that the edge uses, whichever process holds the cutover. */
export type ServingCutover = Pick<
  Cutover,
  'decide' | 'figures' | 'resources' | 'callerName' | 'processes' | keyof ServingReports
>;

/** Standing of every resource, as the primary sends it to its workers. */
export interface Standings {
  readonly resources: ReadonlyMap<string, Standing>;
  /** Standing of a resource that was never moved. */
  readonly unmoved: Standing;
  readonly names: NamesByCaller;
  /** Number of the processes that answer clients. */
  readonly processes: number;
}

/** Options of createMirror. */
interface MirrorParts {
  readonly seed: string;
  readonly now: () => number;
  readonly standings: Standings;
  readonly reports: ServingReports;
}

/** Mirrors a cutover that the primary holds: decides by the latest standings received, and reports requests to it. */
interface Mirror {
  readonly cutover: ServingCutover;
  /** Replaces the standings; in force on the next request. */
  readonly take: (standings: Standings) => void;
}

/** Creates a mirror from the current standings. */
export function createMirror(parts: MirrorParts): Mirror {
  const { seed, now, reports } = parts;
  let { standings } = parts;
  const standing = (resource: string): Standing => standings.resources.get(resource) ?? standings.unmoved;
  return {
    take: (next) => {
      standings = next;
    },
    cutover: {
      ...createDecisions({ seed, standing, now }),
      resources: () => [...standings.resources.keys()],
      callerName: (caller) => standings.names.get(caller),
      processes: () => standings.processes,
      ...reports,
    },
  };
}

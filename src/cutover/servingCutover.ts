import type { NamesByCaller } from './callerNames';
import { createDecisions } from './buckets';
import type { Cutover } from './cutover';
import type { Standing } from './stages/decide';

/** What a process that serves tells of its requests. */
export type ServingReports = Pick<Cutover, 'served' | 'ambiguous' | 'undone' | 'noteFound'>;

/** What the edge needs of a cutover, whichever process holds it. */
export type ServingCutover = Pick<
  Cutover,
  'decide' | 'figures' | 'resources' | 'callerName' | keyof ServingReports
>;

/** How everything stands, as the process that holds the cutover tells the others. */
export interface Standings {
  readonly resources: ReadonlyMap<string, Standing>;
  /** Of a resource that was never moved. */
  readonly unmoved: Standing;
  readonly names: NamesByCaller;
}

/** What a mirror is made of. */
interface MirrorParts {
  readonly seed: string;
  readonly now: () => number;
  readonly standings: Standings;
  readonly told: ServingReports;
}

/** A cutover that another process holds: this one decides by what it was last told, and tells what it sees. */
interface Mirror {
  readonly cutover: ServingCutover;
  /** In force on the next request. */
  readonly take: (standings: Standings) => void;
}

/** Opens a mirror on how everything stands now. */
export function createMirror(parts: MirrorParts): Mirror {
  const { seed, now, told } = parts;
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
      ...told,
    },
  };
}

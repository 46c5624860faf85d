import { randomBytes } from 'node:crypto';

/** A move forward that waits for a second person. */
export interface AskedMove {
  readonly id: string;
  readonly resource: string;
  /** A stage as people write it. */
  readonly from: string;
  readonly to: string;
  /** Who asks for it. */
  readonly actor: string;
  readonly reason: string;
  readonly kind: 'move' | 'release';
  readonly force: boolean;
  readonly confirm: string | undefined;
  /** Instant (clock ms) from which it cannot be approved any more. */
  readonly until: number;
}

/** Moves forward that wait for a second person, where the settings want one. */
export interface Approvals {
  /** True where a move forward takes two people. */
  readonly areNeeded: boolean;
  readonly ask: (move: Omit<AskedMove, 'id' | 'until'>) => AskedMove;
  readonly list: () => readonly AskedMove[];
  /** Takes a request out: whoever approves it carries it out. */
  readonly take: (id: string) => void;
}

/** Time (ms) in which a request can be approved. */
const APPROVAL_MS = 3_600_000;

/** Requests at a time; the oldest goes for a further one. */
const MAX_REQUESTS = 100;

/** Opens the requests of one gateway. They live in its memory: after a restart they are asked for again. */
export function createApprovals(areNeeded: boolean, now: () => number): Approvals {
  let requests: readonly AskedMove[] = [];
  const open = (): readonly AskedMove[] => (requests = requests.filter(({ until }) => until > now()));
  return {
    areNeeded,
    ask: (move) => {
      const request = { ...move, id: randomBytes(4).toString('hex'), until: now() + APPROVAL_MS };
      // A newer request about the same resource takes the place of the one before.
      const rest = open().filter(({ resource }) => resource !== move.resource);
      requests = [...rest.slice(1 - MAX_REQUESTS), request];
      return request;
    },
    list: open,
    take: (id) => {
      requests = requests.filter((request) => request.id !== id);
    },
  };
}

import type { AmbiguousWrite } from './ambiguousWrite';
import type { Evidence } from './evidence';
import type { StageEvent } from './stageEvent';
import type { Usage } from './evidence';

/** What a process holds of what its store should. */
export interface Held {
  readonly events: readonly StageEvent[];
  readonly writes: readonly AmbiguousWrite[];
}

/** What the cutover keeps. Every function rejects when the store fails; the requests go on without it. */
export interface CutoverStore {
  /** True when it outlives the process. */
  readonly lasting: boolean;
  /** The whole log, in its order. */
  readonly events: () => Promise<readonly StageEvent[]>;
  /** Resolves when the line is on the disk; there is no way to change or remove one. */
  readonly append: (event: StageEvent) => Promise<void>;
  /** By days; the first may stand for several. */
  readonly loadEvidence: (resource: string, epoch: string) => Promise<readonly Evidence[] | undefined>;
  readonly saveEvidence: (resource: string, epoch: string, days: readonly Evidence[]) => Promise<void>;
  /** What clients use, by resource; it belongs to no epoch. */
  readonly usage: () => Promise<ReadonlyMap<string, Usage>>;
  readonly saveUsage: (resource: string, usage: Usage) => Promise<void>;
  /** Names that the operator has given to callers, by fingerprint. */
  readonly labels: () => Promise<ReadonlyMap<string, string>>;
  /** Without a name it has none from then on. */
  readonly saveLabel: (caller: string, name: string | undefined) => Promise<void>;
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** All of them or none; one whose id is there takes its place. */
  readonly addWrites: (writes: readonly AmbiguousWrite[]) => Promise<void>;
  /** False when there is no such write. */
  readonly noteFound: (id: string, found: string) => Promise<boolean>;
  readonly closeWrite: (id: string, closed: { at: number; by: string; note: string }) => Promise<boolean>;
  /** Rejects when it can no longer be relied on: gone, replaced, corrupt, read-only. */
  readonly check: () => Promise<void>;
  /** Takes the store up anew, whatever has become of it, and writes what it lacks of all this but the evidence. */
  readonly renew: (held: Held) => Promise<void>;
}

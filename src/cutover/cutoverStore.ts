import type { Side } from './stages/stage';
import type { Evidence } from './evidence/evidence';
import type { CountedNews } from './stages/memberNews';
import type { Lease } from './members/memberStore';
import type { StageEvent } from './stages/stageEvent';

/**
 * A write that may have been executed, one that was executed without an answer, or a part that was not executed. It
 * stays on the list until a person closes it.
 */
export interface AmbiguousWrite {
  /** Id of the request, or of the call for a part of a request. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request, or of the v2 call that was not made. */
  readonly target: string;
  /** Fingerprint of the caller's key. */
  readonly caller: string;
  /** API that may have executed it. */
  readonly side: Side;
  /** Code of the problem in the client's answer. */
  readonly problem: string;
  /** Result of a check, such as reading the resource back; undefined before any check. */
  readonly found: string | undefined;
  readonly closed: { readonly at: number; readonly by: string; readonly note: string } | undefined;
}

/** Records that a process holds in memory and that its store must have. */
export interface HeldRecords {
  readonly events: readonly StageEvent[];
  readonly writes: readonly AmbiguousWrite[];
}

/** Everything that is counted, as one member has it who acts for all. */
export interface Counts {
  readonly evidence: readonly (readonly [resource: string, epoch: string, days: readonly Evidence[]])[];
  /** Absent where nobody shares the store. */
  readonly shared?: { readonly lease: Lease; readonly counted: CountedNews; readonly now: number };
}

/** Store of the cutover. Every function rejects when the store fails; requests go on without it. */
export interface CutoverStore {
  /** True if it outlives the process. */
  readonly lasting: boolean;
  /** The log after an event, by its number, in its order; by default all of it. */
  readonly events: (sequence?: number) => Promise<readonly StageEvent[]>;
  /**
   * Resolves when the event is on the disk; or, and it is not, to `taken` when another process has added one of its number
   * before, to `overtaken` when the right by which it is made has gone to another. Events are never changed or removed.
   */
  readonly append: (event: StageEvent, lease?: Lease) => Promise<'stored' | 'taken' | 'overtaken'>;
  /** Loads evidence by days; the first entry may sum up several. */
  readonly loadEvidence: (resource: string, epoch: string) => Promise<readonly Evidence[] | undefined>;
  readonly saveEvidence: (resource: string, epoch: string, days: readonly Evidence[]) => Promise<void>;
  /** Stores counts all together; resolves to `overtaken`, and nothing is stored, if the right to act for all has gone to another. */
  readonly saveCounts: (counts: Counts) => Promise<'stored' | 'overtaken'>;
  /** Names that the operator has given to callers, by fingerprint. */
  readonly labels: () => Promise<ReadonlyMap<string, string>>;
  /** Sets the name of a caller; undefined removes it. */
  readonly saveLabel: (caller: string, name: string | undefined) => Promise<void>;
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** Adds all of them or none; a write with a known id replaces the stored one. */
  readonly addWrites: (writes: readonly AmbiguousWrite[]) => Promise<void>;
  /** Resolves to false when there is no such write. */
  readonly noteFound: (id: string, finding: string) => Promise<boolean>;
  readonly closeWrite: (id: string, closed: { at: number; by: string; note: string }) => Promise<boolean>;
  /** Rejects when the store is no longer reliable: deleted, replaced, corrupt, read-only. */
  readonly check: () => Promise<void>;
  /** Reopens the store, whatever happened to it, and writes the records it lacks, except evidence. */
  readonly renew: (heldRecords: HeldRecords) => Promise<void>;
}

import type { Side } from './stages/stage';
import type { Lease } from './members/memberStore';
import type { StageEvent } from './stages/stageEvent';

/**
 * Write that may have been executed, write that was executed without an answer, or part of a write that was not
 * executed. It stays on the list until a person closes it.
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
  /** API that may have executed the write. */
  readonly side: Side;
  /** Code of the problem in the client's answer. */
  readonly problem: string;
  /** Result of a check, such as reading the resource back. It is undefined before any check. */
  readonly found: string | undefined;
  readonly closed: { readonly at: number; readonly by: string; readonly note: string } | undefined;
}

/** Write as it is added to the list of ambiguous writes. */
export type ListedWrite = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

/** Records that a process holds in memory and that its store must have. */
export interface HeldRecords {
  readonly events: readonly StageEvent[];
  readonly writes: readonly AmbiguousWrite[];
}

/** Store of the cutover. Every function rejects if the store fails; requests continue without it. */
export interface CutoverStore {
  /** Returns the log in order, after the event with a number; by default all of it. */
  readonly events: (sequence?: number) => Promise<readonly StageEvent[]>;
  /**
   * Stores an event and resolves once it is on the disk. Without storing it resolves to `taken` if another process has
   * added an event of its number, and to `overtaken` if its right has passed to another process. Events are never
   * changed or removed.
   */
  readonly append: (event: StageEvent, lease?: Lease) => Promise<'stored' | 'taken' | 'overtaken'>;
  /** Returns the names that the operator has given to callers, by fingerprint. */
  readonly labels: () => Promise<ReadonlyMap<string, string>>;
  /** Sets the name of a caller. Undefined removes it. */
  readonly saveLabel: (caller: string, name: string | undefined) => Promise<void>;
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** Adds all writes or none; a write with a known id replaces the stored one. */
  readonly addWrites: (writes: readonly AmbiguousWrite[]) => Promise<void>;
  /** Stores a finding about a write; resolves to false for an unknown write. */
  readonly noteFound: (id: string, finding: string) => Promise<boolean>;
  readonly closeWrite: (id: string, closed: { at: number; by: string; note: string }) => Promise<boolean>;
  /** Rejects if the store is no longer reliable: deleted, replaced, corrupt, read-only. */
  readonly check: () => Promise<void>;
  /** Reopens the store, whatever happened to it, and stores the records that it lacks, except evidence. */
  readonly renew: (heldRecords: HeldRecords) => Promise<void>;
}

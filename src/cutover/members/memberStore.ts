import type { Clock } from '../../contract/clock';

/** Right to act for all members, as the store gave it out; a later one has a larger token. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** A process that uses the store; instants in ms by the clock of the store. */
export interface Member {
  readonly id: string;
  /** Host and process, for people. */
  readonly name: string;
  readonly startedAt: number;
  readonly beatAt: number;
  /** True if it answers clients; false for one whose workers do. */
  readonly serves: boolean;
  /** Number of the last event of the stage log that it obeys. */
  readonly obeys: number;
  /** Digest of the secret of its hashes: members with different ones could not compare what they have seen. */
  readonly secret: string;
}

/** A member as its heartbeat describes it. */
export interface Beating extends Omit<Member, 'startedAt' | 'beatAt'> {
  /** False for a worker: the process that has started it acts for it. */
  readonly acts: boolean;
}

/** State of all members at one instant of the store's clock. */
export interface MemberList {
  readonly now: number;
  /** The members that were heard of in the last minute, the dead ones too. */
  readonly members: readonly Member[];
  /** The lease of the leader. */
  readonly lease: Lease;
}

/** Everything that has happened at a member since its last batch, as JSON; `seq` counts from 1. */
export interface NewsBatch {
  readonly member: string;
  readonly seq: number;
  readonly body: string;
}

/** The batches of all members, until they are counted. Every call rejects when the store fails. */
export interface NewsStore {
  /** Adds a batch; one that is there already stays. */
  readonly append: (batch: NewsBatch, now: number) => Promise<void>;
  /** Returns the batches after those of each member, in the order of their numbers. */
  readonly after: (cursors: ReadonlyMap<string, number>) => Promise<readonly NewsBatch[]>;
  /** Returns the number of each member's last batch that is in the stored counts. */
  readonly cursors: () => Promise<ReadonlyMap<string, number>>;
}

/** The place where processes meet; `now` is used where all members share the clock. Every call rejects when the store fails. */
export interface MemberStore extends NewsStore {
  /** Renews the row of a member and, if it may act for all, the lease where that is free or its own. */
  readonly beat: (me: Beating, now: number) => Promise<MemberList>;
  readonly list: (now: number) => Promise<Omit<MemberList, 'lease'>>;
  /** Removes the row of a member and frees its lease. */
  readonly leave: (id: string) => Promise<void>;
  /** Calls `changed` when another process may have written; the returned function stops that. */
  readonly watch: (
    changed: () => void,
    looking: { readonly clock: Pick<Clock, 'schedule'>; readonly isNeeded: () => boolean },
  ) => () => void;
}

/** Time (ms) after its last heartbeat for which a member may act by what it knows. */
export const LEASE_MS = 5_000;

/** Time (ms) after its last heartbeat for which a member is listed. */
export const LISTED_MS = 60_000;

export const isLive = ({ beatAt }: Member, now: number): boolean => now < beatAt + LEASE_MS;

/** The processes that share a store, as one of them sees them. */
export interface StoreMembers {
  /** True while this process may not act by what it knows: its lease has run out. */
  readonly isCutOff: () => boolean;
  /** Right to act for all; undefined without others or without the right. */
  readonly lease: () => Lease | undefined;
  /** True if no other process is alive. */
  readonly isAlone: () => boolean;
  /** Most processes that have answered clients at one time within the last minute, at least 1. */
  readonly serving: () => number;
  /** True if this process follows the plan, moves resources back and notifies, for all. */
  readonly isLeader: () => boolean;
  /** Resolves when every live member obeys an event, by its number, or its lease has run out. Never rejects. */
  readonly obeyed: (seq: number) => Promise<void>;
  readonly list: () => readonly (Member & { readonly live: boolean; readonly leads: boolean })[];
}

/** A process that shares its store with nobody. */
export const alone: StoreMembers = {
  isCutOff: () => false,
  lease: () => undefined,
  isLeader: () => true,
  isAlone: () => true,
  serving: () => 1,
  obeyed: () => Promise.resolve(),
  list: () => [],
};

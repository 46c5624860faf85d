import type { Clock } from '../../contract/clock';
import type { AlarmCondition } from '../alarms';

/** Right to act for all members from the store; a later one has a larger token. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** Process that uses the store; instants in ms by the clock of the store. */
export interface Member {
  readonly id: string;
  /** Host and process, for people. */
  readonly name: string;
  readonly startedAt: number;
  readonly beatAt: number;
  /** True if it answers clients; false if its workers do. */
  readonly serves: boolean;
  /** Number of the last event of the stage log that it obeys. */
  readonly obeys: number;
  /** Digest of the secret of its hashes; members with different secrets could not compare their observations. */
  readonly secret: string;
  /** Alarms that only it can know of, such as an upstream that is away for it. */
  readonly alarms: readonly AlarmCondition[];
}

/** Member as described by its heartbeat. */
export interface MemberBeat extends Omit<Member, 'startedAt' | 'beatAt'> {
  /** False for a worker, for which the process acts that has started it. */
  readonly acts: boolean;
}

/** State of all members at one instant of the store's clock. */
export interface MemberList {
  readonly now: number;
  /** Members with a heartbeat in the last minute, even ended ones. */
  readonly members: readonly Member[];
  /** Lease of the leader. */
  readonly lease: Lease;
}

/** News of a member since its last batch, as JSON; `seq` counts from 1. */
export interface NewsBatch {
  readonly member: string;
  readonly seq: number;
  readonly body: string;
}

/** Store of the latest batches of all members. Every call rejects if the store fails. */
export interface NewsStore {
  /** Adds a batch, unless it is there, and removes those that every member has had time to read. */
  readonly append: (batch: NewsBatch, now: number) => Promise<void>;
  /** Returns the batches after a number of each member, in order. */
  readonly after: (cursors: ReadonlyMap<string, number>) => Promise<readonly NewsBatch[]>;
}

/** Store of the members; `now` is used if all members share the clock. Every call rejects if the store fails. */
export interface MemberStore extends NewsStore {
  /** Renews the row of a member and, if it may act for all, a lease that is free or its own. */
  readonly beat: (me: MemberBeat, now: number) => Promise<MemberList>;
  readonly list: (now: number) => Promise<Omit<MemberList, 'lease'>>;
  /** Removes the row of a member and frees its lease. */
  readonly leave: (id: string) => Promise<void>;
  /** Calls `changed` when another process may have written; the returned function ends it. */
  readonly watch: (
    changed: () => void,
    looking: { readonly clock: Pick<Clock, 'schedule'>; readonly isNeeded: () => boolean },
  ) => () => void;
}

/** Time (ms) after its last heartbeat for which a member may rely on its knowledge. */
export const LEASE_MS = 5_000;

/** Time (ms) after its last heartbeat for which a member is listed. */
export const LISTED_MS = 60_000;

export const isLive = ({ beatAt }: Member, now: number): boolean => now < beatAt + LEASE_MS;

/** Processes that share a store, from the view of one. */
export interface StoreMembers {
  /** Reports whether the lease of this process has run out, so that it must not rely on its knowledge. */
  readonly isCutOff: () => boolean;
  /** Returns the right to act for all. Returns undefined without other processes or without the right. */
  readonly lease: () => Lease | undefined;
  /** Reports whether no other process is alive. */
  readonly isAlone: () => boolean;
  /** Returns the most processes that have answered clients at one time within the last minute, at least 1. */
  readonly serving: () => number;
  /** Reports whether this process follows the plan, moves resources back and notifies for all. */
  readonly isLeader: () => boolean;
  /** Resolves once every live member obeys the event with a number, or its lease has run out. Never rejects. */
  readonly obeyed: (seq: number) => Promise<void>;
  readonly list: () => readonly (Member & { readonly live: boolean; readonly leads: boolean })[];
}

/** Membership of this process. */
export interface Membership extends StoreMembers {
  /** Calls `turned` when a heartbeat fails, and when one succeeds again. */
  readonly onTurn: (turned: () => void) => void;
  /** Stops the heartbeats, and frees the row and the lease of this member. */
  readonly leave: () => Promise<void>;
}

/** Membership of a process that shares its store with nobody. */
export const soleMembership: Membership = {
  isCutOff: () => false,
  lease: () => undefined,
  isLeader: () => true,
  isAlone: () => true,
  serving: () => 1,
  obeyed: () => Promise.resolve(),
  list: () => [],
  onTurn: () => undefined,
  leave: () => Promise.resolve(),
};

import type { Clock } from '../../contract/clock';
import { createTurns, createSharedRounds } from '../../contract/journal';
import type { AlarmCondition } from '../alarms';
import {
  isLive,
  LEASE_MS,
  type Member,
  type Membership,
  type MemberList,
  type MemberStore,
} from './memberStore';

/** Interval (ms) of the heartbeats. */
const BEAT_MS = 1_000;

/** Pause (ms) before a process that may not join tries again. */
const REJOIN_PAUSE_MS = 200;

/** Pause (ms) between two checks whether the others obey. */
const LOOK_PAUSE_MS = 10;

/** Time (ms) for which an ended process keeps its share of the limits of a minute. */
const SHARE_MS = 60_000;

/** Functions of the process that its membership calls. */
export interface MemberHooks {
  /** Reads the news of others; resolves to the number of the last event that this process obeys. */
  readonly follow: () => Promise<number>;
  /** Returns the alarms that only this process can know of. */
  readonly alarms: () => readonly AlarmCondition[];
}

export interface MemberParts extends MemberHooks {
  readonly store: MemberStore;
  readonly id: string;
  /** Host and process, for people. */
  readonly name: string;
  /** Digest of the secret of its hashes. */
  readonly secret: string;
  /** True unless its workers answer clients in its place. */
  readonly serves: boolean;
  /** False for a worker: the process that has started it acts for it. */
  readonly acts: boolean;
  readonly clock: Clock;
  /** Reports whether a member has ended for certain, without leaving. */
  readonly isGone?: (member: Member) => boolean;
}

/** Keeps up the row of a member, one heartbeat at a time, so that no later row has less than an earlier one. */
function createHeartbeat({ store, clock, follow, alarms, isGone = () => false, ...me }: MemberParts) {
  const { id, name, secret, serves, acts } = me;
  const turnListeners: (() => void)[] = [];
  let listed: MemberList | undefined;
  let until = 0;
  let obeys = 0;
  let alive = 1;
  let most = { serving: 1, until: 0 };
  let [isOver, isFailing] = [false, false];
  const inTurn = createTurns();

  /**
   * Sends a heartbeat, and removes members that have ended for certain, so that nobody waits for the end of their
   * leases.
   */
  const sendHeartbeat = async (): Promise<MemberList> => {
    const memberList = await store.beat(
      { id, name, obeys, secret, serves, acts, alarms: alarms() },
      clock.now(),
    );
    const gone = memberList.members.filter((member) => member.id !== id && isGone(member));
    for (const member of gone) await store.leave(member.id);
    return gone.length === 0 ? memberList : sendHeartbeat();
  };
  const sendAndFollow = async (isDue: boolean): Promise<void> => {
    const followed = await follow();
    if (!isDue && followed === obeys) return;
    obeys = followed;
    // The instant is before the store's, so that this process never believes its lease to be longer than others do.
    const from = clock.steady();
    const { now, members } = (listed = await sendHeartbeat());
    until = from + LEASE_MS;
    const live = members.filter((member) => isLive(member, now));
    alive = live.length;
    const serving = live.filter((member) => member.serves).length;
    // An ended process may have used its share, so the others get it only after its minute.
    if (serving >= most.serving || from >= most.until) most = { serving, until: from + SHARE_MS };
  };
  /** Follows the others, and sends a heartbeat if it is due or something has changed. Rejects when the store fails. */
  const attemptOnce = (isDue: boolean): Promise<void> =>
    inTurn(async () => {
      if (!isOver) await sendAndFollow(isDue);
    });
  return {
    attemptOnce,
    attempt: async (isDue: boolean): Promise<void> => {
      const hasFailed = await attemptOnce(isDue).then(
        () => false,
        () => true,
      );
      if (hasFailed || isFailing) for (const turned of turnListeners) turned();
      isFailing = hasFailed;
    },
    onTurn: (turned: () => void): void => void turnListeners.push(turned),
    listed: () => listed,
    isAlone: () => alive <= 1,
    serving: () => Math.max(1, most.serving),
    isCutOff: (): boolean => clock.steady() >= until,
    end: (): Promise<void> => {
      isOver = true;
      return inTurn(() => Promise.resolve());
    },
  };
}

/** Waits until no member with another secret is left. Rejects, and leaves, if one stays for longer than a lease. */
async function checkSecrets(
  { store, id, clock, secret }: MemberParts,
  { listed, attempt }: ReturnType<typeof createHeartbeat>,
): Promise<void> {
  const findStranger = (): Member | undefined => {
    const { members: all = [], now = 0 } = listed() ?? {};
    return all.find((member) => member.secret !== secret && isLive(member, now));
  };
  // A process that is just ending, such as a worker of a killed gateway, has ended by then.
  const patience = clock.steady() + LEASE_MS;
  for (let member = findStranger(); member !== undefined; member = findStranger()) {
    if (clock.steady() >= patience) {
      await store.leave(id);
      throw new Error(
        `${member.name} shares the store and has another index.secret: if it is this gateway, which runs already, end it first`,
      );
    }
    await new Promise<void>((resolve) => void clock.schedule(REJOIN_PAUSE_MS, resolve));
    await attempt(true);
  }
}

/**
 * Joins the members of a store, and keeps up the membership by a heartbeat each second. While nothing can be written,
 * as on a full disk, this process is cut off until a heartbeat succeeds. Rejects if a member has another secret.
 */
export async function joinMembers(memberParts: MemberParts): Promise<Membership> {
  const { store, id, clock } = memberParts;
  const heartbeat = createHeartbeat(memberParts);
  const { attemptOnce, attempt, onTurn, listed, isAlone, serving, isCutOff, end } = heartbeat;
  await attempt(true);
  // The log now contains every change that was answered before this process was listed.
  await attempt(false);
  await checkSecrets(memberParts, heartbeat);
  let hasLeft = false;
  let stopRounds = (): void => undefined;
  const runRound = (): void => {
    if (!hasLeft) stopRounds = clock.schedule(BEAT_MS, () => void attempt(true).then(runRound));
  };
  runRound();
  // At most one read waits, however often others write, so that a heartbeat does not wait behind many. A new process is
  // seen with the next heartbeat.
  const look = createSharedRounds(() => attempt(false));
  const unwatch = store.watch(() => void look(), { clock, isNeeded: () => !isAlone() });
  const isLeader = (): boolean => listed()?.lease.holder === id && !isCutOff();
  return {
    isCutOff,
    isLeader,
    isAlone,
    serving,
    onTurn,
    lease: () => (isLeader() ? listed()?.lease : undefined),
    list: () =>
      (listed()?.members ?? []).map((member) => ({
        ...member,
        // The row is older than what this process knows of itself.
        alarms: member.id === id ? [] : member.alarms,
        live: isLive(member, listed()?.now ?? 0),
        leads: member.id === listed()?.lease.holder,
      })),
    obeyed: async (seq) => {
      // A process that does not obey is cut off by then, even if this process can no longer check it.
      const end = clock.steady() + LEASE_MS;
      const isBehind = async (): Promise<boolean> => {
        const { members, now } = await store.list(clock.now());
        return members.some(
          (member) => member.obeys < seq && isLive(member, now) && memberParts.isGone?.(member) !== true,
        );
      };
      await attemptOnce(false).catch(() => undefined);
      while (await isBehind().catch(() => clock.steady() < end))
        await new Promise<void>((resolve) => void clock.schedule(LOOK_PAUSE_MS, resolve));
    },
    leave: async () => {
      hasLeft = true;
      stopRounds();
      unwatch();
      await end();
      // A lease that cannot be freed runs out.
      await store.leave(id).catch(() => undefined);
    },
  };
}

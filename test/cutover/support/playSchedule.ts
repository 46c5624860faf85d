import type { Served } from '../../../src/cutover/evidence/traffic';
import type { ManualChange } from '../../../src/cutover/stages/changeRequest';
import { LEASE } from '../../../src/cutover/stages/memberStore';
import { verifyChain } from '../../../src/cutover/stages/stageEvent';
import type { GameClock } from '../../support/gameClock';
import { openMember, type TestMember } from './openMember';
import { randomFrom } from './simulations';

/** What a schedule has shown; every list of it is empty if all is well. */
export interface Schedule {
  readonly moves: number;
  readonly served: number;
  /** Acknowledged changes that are not in the log exactly once. */
  readonly lost: readonly string[];
  /** Instants at which a process went by a log that had gone on longer ago than the lease. */
  readonly stale: readonly string[];
  /** Processes that did not obey an acknowledged change when it was acknowledged, and were not fenced. */
  readonly disobeyed: readonly string[];
  /** Differences between what was served and what is counted. */
  readonly miscounted: readonly string[];
  /** What is wrong with the log itself. */
  readonly broken: readonly string[];
  /** Times (ms) until a change was acknowledged while every process was well. */
  readonly acknowledged: readonly number[];
}

const changes: readonly ManualChange[] = [
  { kind: 'move', to: { kind: 'shadow' } },
  { kind: 'move', to: { kind: 'canary', percent: 5 } },
  { kind: 'move', to: { kind: 'v2' } },
  { kind: 'move', to: { kind: 'v1' } },
  { kind: 'kill' },
  { kind: 'release' },
  { kind: 'hold' },
];

/** Time (ms) between two looks at who goes by which log. */
const LOOK = 500;

/** Longest time (ms) for which a process is stopped or cut off; it has to keep what it has served meanwhile. */
const LONGEST = { frozen: 20_000, cut: 8_000 } as const;

/** A process with what it has served. */
interface Player {
  readonly member: TestMember;
  served: number;
  /** Instant from which on what it has served may be in no batch yet. */
  recent: { at: number; count: number }[];
  isFrozen: boolean;
  isCut: boolean;
  isDead: boolean;
  /** Settles with its answers to all changes; of a dead process never. */
  asked: Promise<unknown>;
}

const answered: Served = {
  ...{ resource: 'offer', operation: 'read', caller: 'a0', side: 'v1', because: 'stage', failed: false },
  ...{ signature: '200', milliseconds: 5 },
};

const countedAt = ({ overview }: TestMember): number =>
  overview().find(({ resource }) => resource === 'offer')?.allTime.v1.requests ?? 0;

/** Plays one schedule of changes, requests and mishaps on the store in a file; the same seed plays the same. */
export async function playSchedule(path: string, clock: GameClock, seed: number): Promise<Schedule> {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const players: Player[] = [];
  const [lost, stale, disobeyed, miscounted, broken]: string[][] = [[], [], [], [], []];
  const acknowledged: number[] = [];
  const kept = new Map<string, number>();
  const appendedAt: number[] = [];
  let lostAtMost = 0;
  let moves = 0;

  const settled = async (work: Promise<unknown>): Promise<void> => {
    const running = { work: true };
    void work.finally(() => (running.work = false));
    while (running.work) await advance(20);
  };
  const open = async (): Promise<void> => {
    const opening = openMember(path, clock, { seed: 'seed' });
    await settled(opening);
    const member = await opening;
    const asked = Promise.resolve();
    players.push({ member, asked, served: 0, recent: [], isFrozen: false, isCut: false, isDead: false });
  };
  const living = (): readonly Player[] => players.filter(({ isDead }) => !isDead);
  const well = (): readonly Player[] => living().filter(({ isFrozen, isCut }) => !isFrozen && !isCut);
  const isFenced = ({ member }: Player): boolean => member.standing('offer').degraded;

  /** Looks whether anybody goes by a log that is too old. */
  const look = (): void => {
    const longest = Math.max(0, ...players.map(({ member }) => member.events().length));
    while (appendedAt.length < longest) appendedAt.push(clock.now());
    for (const player of living()) {
      const next = appendedAt[player.member.events().length];
      if (next !== undefined && clock.now() > next + LEASE && !isFenced(player))
        stale?.push(`${player.member.id} at ${clock.now()}`);
    }
  };
  const advance = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= LOOK) {
      await clock.advance(Math.min(left, LOOK));
      look();
    }
  };
  const ask = (player: Player): void => {
    const change = pick(changes) ?? { kind: 'hold' };
    moves += 1;
    const reason = `change ${moves}`;
    const begun = clock.now();
    const allWell = players.every(({ isDead, isFrozen, isCut }) => !isDead && !isFrozen && !isCut);
    const answer = player.member
      .change({ resource: 'offer', change, actor: 'ada', reason, force: true, confirm: 'offer' })
      .then((outcome) => {
        if (!outcome.ok || !outcome.kept) return;
        const seq = player.member.events().find((event) => event.reason === reason)?.seq ?? Infinity;
        kept.set(reason, seq);
        if (allWell) acknowledged.push(clock.now() - begun);
        for (const other of living())
          if (other.member.events().length < seq && !isFenced(other))
            disobeyed?.push(`${other.member.id}: ${reason}`);
      });
    player.asked = Promise.all([player.asked, answer]);
  };
  const serve = (player: Player): void => {
    const count = 1 + Math.floor(random() * 9);
    for (let one = 0; one < count; one += 1) player.member.served(answered);
    player.served += count;
    player.recent = [
      ...player.recent.filter(({ at }) => clock.now() - at < LONGEST.cut + 2_000),
      { at: clock.now(), count },
    ];
  };
  const kill = (player: Player): void => {
    player.isDead = true;
    player.member.freeze();
    player.member.cut(true);
    // What is in no batch is lost with the process; one that was cut off has sent none since.
    const since = clock.now() - (player.isCut ? LONGEST.cut + 2_000 : 1_000);
    lostAtMost += player.recent.filter(({ at }) => at >= since).reduce((sum, { count }) => sum + count, 0);
  };
  const step = async (): Promise<void> => {
    const what = random();
    const player = pick(well());
    if (player === undefined || (what < 0.06 && living().length < 4)) return open();
    if (what < 0.4) return serve(player);
    if (what < 0.7) return ask(player);
    if (what < 0.78) {
      player.isFrozen = true;
      player.member.freeze();
      clock.schedule(random() * LONGEST.frozen, () => {
        player.isFrozen = false;
        if (!player.isDead) player.member.thaw();
      });
      return undefined;
    }
    if (what < 0.86) {
      player.isCut = true;
      player.member.cut(true);
      clock.schedule(random() * LONGEST.cut, () => {
        player.isCut = false;
        if (!player.isDead) player.member.cut(false);
      });
      return undefined;
    }
    if (what < 0.9 && living().length > 1) return kill(player);
    return undefined;
  };

  for (let one = 0; one < 3; one += 1) await open();
  for (let one = 0; one < 40; one += 1) {
    await step();
    await advance(Math.floor(random() * 1_500));
  }
  await advance(LONGEST.frozen + LONGEST.cut);
  for (const { asked } of living()) await settled(asked);
  await advance(10_000);
  for (const { member } of living()) await settled(member.tick());
  await advance(5_000);
  await open();
  const members = living().map(({ member }) => member);
  const [log = []] = members.map(({ events }) => events());
  const chain = verifyChain(log);
  if (!chain.ok) broken?.push(chain.problem);
  for (const { id, events } of members)
    if (
      events()
        .map(({ hash }) => hash)
        .join() !== log.map(({ hash }) => hash).join()
    )
      broken?.push(`${id} has another log`);
  for (const reason of kept.keys())
    if (log.filter((event) => event.reason === reason).length !== 1) lost?.push(reason);
  const served = players.reduce((sum, player) => sum + player.served, 0);
  for (const member of members) {
    const counted = countedAt(member);
    if (counted > served || counted < served - lostAtMost || counted !== countedAt(members[0] ?? member))
      miscounted?.push(`${member.id}: ${counted} of ${served}, at most ${lostAtMost} may be lost`);
  }
  for (const { member } of players) {
    member.cut(false);
    await settled(member.close());
  }
  return {
    ...{ moves, served, acknowledged },
    ...{
      lost: lost ?? [],
      stale: stale ?? [],
      disobeyed: disobeyed ?? [],
      miscounted: miscounted ?? [],
      broken: broken ?? [],
    },
  };
}

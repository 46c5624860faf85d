import type { ManualChange } from '../../../src/cutover/stages/changeRequest.js';
import { LEASE_MS } from '../../../src/cutover/members/memberStore.js';
import { verifyChain } from '../../../src/cutover/stages/stageEvent.js';
import type { GameClock } from '../../support/gameClock.ts';
import { ENTRIES, planned, PLANNED, SCHEDULE_START } from './schedulePlan.ts';
import { openMember, storeIsIdle, type TestMember } from './openMember.ts';
import type { SchedulePlace } from './schedulePlaces.ts';
import { served } from './served.ts';
import { randomFrom } from './simulations.ts';

/** Result of a schedule; every list of it is empty if all is well. */
export interface Schedule {
  /** Changes that were asked for, and those of them that were acknowledged. */
  readonly moves: number;
  readonly kept: number;
  readonly served: number;
  /** Acknowledged changes that are not in the log exactly once. */
  readonly lost: readonly string[];
  /** Looks at which a process went by a log that had gone on longer ago than the lease. */
  readonly stale: readonly string[];
  /** Processes that did not obey a change when it was acknowledged, and were not cut off. */
  readonly disobeyed: readonly string[];
  /** Differences between what was served and what is counted. */
  readonly miscounted: readonly string[];
  /** Entries of the plan and its brownouts that are in the log more than once, or not at all. */
  readonly replanned: readonly string[];
  /** Faults of the log itself. */
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

const answered = served({ operation: 'read', caller: 'a0', side: 'v1' });

const STEPS = 40;
const MAX_PLAYERS = 4;

/** Time (ms) between two looks at who goes by which log. */
const LOOK_MS = 500;

/** Longest time (ms) for which a process is stopped or cut off; it has to keep what it has served meanwhile. */
const MAX_PAUSES_MS = { frozen: 20_000, cut: 8_000 } as const;

/** Time (ms) after which what a process has served is in a batch for certain. */
const SENT_MS = MAX_PAUSES_MS.cut + 2_000;

/** A process, and what it has served. */
interface Player {
  readonly member: TestMember;
  served: number;
  /** Requests that it has served lately, and may have sent to nobody. */
  recent: { readonly at: number; readonly count: number }[];
  state: 'well' | 'frozen' | 'cut' | 'dead';
  /** Settles with its answers to all changes; of a dead process never. */
  asked: Promise<unknown>;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const countedAt = ({ overview }: TestMember): number =>
  overview().find(({ resource }) => resource === 'offer')?.evidence.v1.requests ?? 0;

const hashesOf = (events: readonly { readonly hash: string }[]): string =>
  events.map(({ hash }) => hash).join();

const isOvertaken = ({ member }: Player): boolean => member.standing('offer').degraded;

/** Plays one schedule; the same seed plays the same. */
class SchedulePlay {
  readonly #random: () => number;
  readonly #players: Player[] = [];
  readonly #kept = new Set<string>();
  /** Instants at which the events of the log were first seen. */
  readonly #appendedAt: number[] = [];
  readonly #found = {
    lost: [] as string[],
    stale: [] as string[],
    disobeyed: [] as string[],
    miscounted: [] as string[],
    replanned: [] as string[],
    broken: [] as string[],
  };
  readonly #schedulePlace: SchedulePlace;
  readonly #clock: GameClock;
  readonly #acknowledged: number[] = [];
  #moves = 0;
  #lostAtMost = 0;

  constructor(schedulePlace: SchedulePlace, clock: GameClock, seed: number) {
    this.#schedulePlace = schedulePlace;
    this.#clock = clock;
    this.#random = randomFrom(seed);
  }

  #living(): readonly Player[] {
    return this.#players.filter(({ state }) => state !== 'dead');
  }

  /** Looks whether anybody goes by a log that is too old. */
  #look(): void {
    const longest = Math.max(0, ...this.#players.map(({ member }) => member.events().length));
    while (this.#appendedAt.length < longest) this.#appendedAt.push(this.#clock.now());
    for (const player of this.#living()) {
      const next = this.#appendedAt[player.member.events().length];
      if (next !== undefined && this.#clock.now() > next + LEASE_MS && !isOvertaken(player))
        this.#found.stale.push(`${player.member.id} at ${this.#clock.now()}`);
    }
  }

  async #advance(milliseconds: number): Promise<void> {
    for (let remaining = milliseconds; remaining > 0; remaining -= LOOK_MS) {
      await this.#clock.advance(Math.min(remaining, LOOK_MS));
      await storeIsIdle();
      this.#look();
    }
  }

  async #settled<Value>(work: Promise<Value>): Promise<Value> {
    const running = { work: true };
    const done = work.finally(() => (running.work = false));
    done.catch(() => undefined);
    while (running.work) await this.#advance(20);
    return done;
  }

  async #open(): Promise<void> {
    const member = await this.#settled(
      openMember(this.#schedulePlace.at, this.#clock, { seed: 'seed', plan: planned() }, {}, () =>
        this.#schedulePlace.before(this.#clock.now()),
      ),
    );
    this.#players.push({ member, asked: Promise.resolve(), served: 0, recent: [], state: 'well' });
  }

  #serve(player: Player): void {
    const count = 1 + Math.floor(this.#random() * 9);
    for (let value = 0; value < count; value += 1) player.member.served(answered);
    player.served += count;
    const at = this.#clock.now();
    player.recent = [
      ...player.recent.filter((previousEntry) => at - previousEntry.at < SENT_MS),
      { at, count },
    ];
  }

  #ask(player: Player): void {
    const change = changes[Math.floor(this.#random() * changes.length)] ?? { kind: 'hold' };
    this.#moves += 1;
    const reason = `change ${this.#moves}`;
    const beganAt = this.#clock.now();
    const areWell = this.#players.every(({ state }) => state === 'well');
    const givenEntry = { resource: 'offer', change, actor: 'ada', reason, force: true, confirm: 'offer' };
    const answer = player.member.change(givenEntry).then((outcome) => {
      if (!outcome.ok || !outcome.kept) return;
      const seq = player.member.events().find((event) => event.reason === reason)?.seq ?? Infinity;
      this.#kept.add(reason);
      if (areWell) this.#acknowledged.push(this.#clock.now() - beganAt);
      for (const nextPlayer of this.#living())
        if (nextPlayer.member.events().length < seq && !isOvertaken(nextPlayer))
          this.#found.disobeyed.push(`${nextPlayer.member.id}: ${reason}`);
    });
    player.asked = Promise.all([player.asked, answer]);
  }

  #freeze(player: Player): void {
    player.state = 'frozen';
    player.member.freeze();
    this.#clock.schedule(this.#random() * MAX_PAUSES_MS.frozen, () => {
      player.state = 'well';
      player.member.thaw();
    });
  }

  #cut(player: Player): void {
    player.state = 'cut';
    player.member.cut(true);
    this.#clock.schedule(this.#random() * MAX_PAUSES_MS.cut, () => {
      player.state = 'well';
      player.member.cut(false);
    });
  }

  #kill(player: Player): void {
    if (this.#living().length < 2) return;
    player.state = 'dead';
    player.member.freeze();
    player.member.cut(true);
    // What is in no batch is lost with the process.
    const since = this.#clock.now() - SENT_MS;
    this.#lostAtMost += sumOf(player.recent.filter(({ at }) => at >= since).map(({ count }) => count));
  }

  /** Has every process follow the plan, as each does every few seconds. */
  #tick(): void {
    for (const { member, state } of this.#players)
      if (state === 'well') void member.tick().catch(() => undefined);
  }

  /** Lets time pass while nothing else happens. */
  async #pass(milliseconds: number): Promise<void> {
    for (let remaining = milliseconds; remaining > 0; remaining -= 2_000) {
      this.#tick();
      await this.#advance(Math.min(remaining, 2_000));
    }
  }

  async #step(): Promise<void> {
    const well = this.#players.filter(({ state }) => state === 'well');
    const player = well[Math.floor(this.#random() * well.length)];
    const chance = this.#random();
    if (player === undefined || (chance < 0.06 && this.#living().length < MAX_PLAYERS)) {
      await this.#open();
      return;
    }
    this.#tick();
    if (chance < 0.4) this.#serve(player);
    else if (chance < 0.7) this.#ask(player);
    else if (chance < 0.78) this.#freeze(player);
    else if (chance < 0.86) this.#cut(player);
    else if (chance < 0.9) this.#kill(player);
  }

  #check(): void {
    const members = this.#living().map(({ member }) => member);
    const [log = []] = members.map(({ events }) => events());
    const chain = verifyChain(log);
    if (!chain.ok) this.#found.broken.push(chain.problem);
    for (const { id, events } of members)
      if (hashesOf(events()) !== hashesOf(log)) this.#found.broken.push(`${id} has another log`);
    for (const reason of this.#kept)
      if (log.filter((event) => event.reason === reason).length !== 1) this.#found.lost.push(reason);
    for (const [name, count] of Object.entries(ENTRIES)) {
      const foundCount = log.filter(({ cause, change }) =>
        name === 'step'
          ? cause === 'schedule' && change.kind === 'move'
          : change.kind === 'brownout' && change.phase === name,
      ).length;
      if (foundCount !== count) this.#found.replanned.push(`${name}: ${foundCount} times`);
    }
    this.#checkCounts(members);
  }

  #checkCounts(members: readonly TestMember[]): void {
    const served = sumOf(this.#players.map((player) => player.served));
    const [firstNumber = 0, ...otherNumbers] = members.map(countedAt);
    const isWrong = firstNumber > served || firstNumber < served - this.#lostAtMost;
    if (isWrong || otherNumbers.some((count) => count !== firstNumber))
      this.#found.miscounted.push(
        `${firstNumber}, ${otherNumbers.join(', ')} of ${served}; ${this.#lostAtMost} may be lost`,
      );
  }

  async play(): Promise<Schedule> {
    for (let value = 0; value < 3; value += 1) await this.#open();
    for (let step = 0; step < STEPS; step += 1) {
      await this.#step();
      await this.#advance(Math.floor(this.#random() * 1_500));
    }
    await this.#pass(MAX_PAUSES_MS.frozen);
    for (const { asked: askedPromise } of this.#living()) await this.#settled(askedPromise);
    await this.#pass(Math.max(10_000, SCHEDULE_START + PLANNED - this.#clock.now()));
    for (const { member } of this.#living()) await this.#settled(member.tick());
    await this.#advance(5_000);
    await this.#open();
    this.#check();
    for (const { member } of this.#players) {
      member.cut(false);
      await this.#settled(member.close());
    }
    const served = sumOf(this.#players.map((player) => player.served));
    return {
      moves: this.#moves,
      kept: this.#kept.size,
      served,
      acknowledged: this.#acknowledged,
      ...this.#found,
    };
  }
}

/** Plays one schedule of changes, requests and mishaps on a store. */
export const playSchedule = (
  schedulePlace: SchedulePlace,
  clock: GameClock,
  seed: number,
): Promise<Schedule> => new SchedulePlay(schedulePlace, clock, seed).play();

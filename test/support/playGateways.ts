import { adminChange } from './adminChange.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageViews } from '../../src/operator/stageViews.js';
import { randomFrom } from '../cutover/support/simulations.ts';
import { rehearsal } from './shippedFixtures.ts';
import { type Answered, playClient } from './sharedClients.ts';
import { clockApart, exceedLimit, LIMIT, writeSharedPlan } from './sharedDuties.ts';
import { type MeetingPlace, type SharedGateway, startShared } from './sharedGateways.ts';
import { reply, type ScriptedUpstream, startUpstream } from './upstream.ts';

/** A move that somebody asked for at an admin port. */
export interface AskedMove {
  readonly reason: string;
  readonly asked: number;
  /** Instant at which he was answered that it is in the log; undefined: he was not. */
  readonly acknowledged: number | undefined;
}

/** Something that was done to a gateway. */
export interface Disturbance {
  readonly gateway: number;
  readonly kind: 'kill' | 'killWorker' | 'stop' | 'hole' | 'restart';
  readonly at: number;
}

/** All that was seen of gateways that share a store. */
export interface PlayedGateways {
  readonly answers: readonly Answered[];
  readonly moves: readonly AskedMove[];
  readonly disturbances: readonly Disturbance[];
  /** The log at the end, and what each gateway counts. */
  readonly log: ReturnType<typeof stageViews.log.output.parse>;
  readonly counted: readonly number[];
  /** The APIs that have seen each write, by its number. */
  readonly writes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Times (ms) after the kill of the process that acted for all until another did. */
  readonly takeovers: readonly number[];
  /** Admitted requests of the key that is used too often. */
  readonly admitted: number;
  /** Last words of gateways that have ended by themselves, or are not well at the end. */
  readonly crashed: readonly string[];
}

const { upstream } = rehearsal('updateCurrencyOffer');
const offer = JSON.stringify(upstream[0]?.answers.body);
const RESOURCE = 'currency-offer';
const GATEWAYS = 3;
const CLIENTS = 3;

/** Differences (ms) of the gateways' clocks, where they may be on several hosts. */
const APART = [0, 600_000, -600_000] as const;

/** Longest times (ms) of a disturbance. */
const MAX_PAUSES_MS = { stop: 12_000, hole: 8_000 } as const;

/** Time (ms) without a disturbance at the beginning. */
const CALM_MS = 15_000;

/** Maximum number of rounds, of a second each, until gateways are well and count the same. */
const MAX_ROUNDS = 90;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends a signal to a process, unless it has ended: a worker that does not answer is replaced. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** True if nothing is wrong but that a person should look at writes whose answer was lost. */
const isWell = (page: Awaited<ReturnType<SharedGateway['ready']>>): boolean =>
  page?.members.length === 3 * GATEWAYS && page.degraded.every((text) => text.includes('`lifeboat writes`'));

const idIn = (path: string): string => /\d+$/.exec(path)?.[0] ?? '';

/** Plays processes that share a store under requests, and disturbs them. */
class GatewayPlay {
  readonly #random: () => number;
  readonly #meeting: MeetingPlace;
  readonly #gateways: (SharedGateway | undefined)[] = [];
  readonly #answers: Answered[] = [];
  readonly #moves: AskedMove[] = [];
  readonly #disturbances: Disturbance[] = [];
  readonly #writes = new Map<string, Set<string>>();
  readonly #takeovers: number[] = [];
  readonly #crashed: string[] = [];
  readonly #going = new Set<Promise<unknown>>();
  readonly #cwd = mkdtempSync(join(tmpdir(), 'lifeboat-gateways-'));
  readonly #plan = writeSharedPlan(this.#cwd);
  readonly #apis: Record<string, ScriptedUpstream> = {};
  #isOver = false;

  constructor(meeting: MeetingPlace, seed: number) {
    this.#meeting = meeting;
    this.#random = randomFrom(seed);
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  async #startApi(side: string): Promise<string> {
    const api = await startUpstream({
      request: ({ method, path }, socket) => {
        const id = idIn(path);
        if (method !== 'GET') this.#writes.set(id, (this.#writes.get(id) ?? new Set()).add(side));
        socket.write(reply(200, offer.replaceAll('4711', id)));
      },
    });
    this.#apis[side] = api;
    return api.origin;
  }

  async #start(at: number): Promise<void> {
    const [v1 = '', v2 = ''] = ['v1', 'v2'].map((side) => this.#apis[side]?.origin);
    const environment = {
      LIFEBOAT_CUTOVER_PLAN: this.#plan,
      LIFEBOAT_CUTOVER_END: '2999-01-01T00:00:00Z',
      LIFEBOAT_LIMITS_REQUESTS_PER_MINUTE: String(LIMIT),
      ...(this.#meeting.isFar ? { NODE_OPTIONS: clockApart(APART[at] ?? 0) } : {}),
    };
    const store = this.#meeting.store(at);
    const gateway = await startShared({ store, cwd: this.#cwd, v1, v2, environment });
    this.#gateways[at] = gateway;
    void gateway.run.ended.then(({ code, signal: by, stderr }) => {
      if (by !== 'SIGKILL') this.#crashed.push(`gateway ${at}, ${code}: ${stderr.slice(-2_000)}`);
    });
  }

  async #move(gateway: SharedGateway): Promise<void> {
    const reason = `move ${this.#moves.length + this.#going.size} ${this.#random()}`;
    const askedAt = Date.now();
    const to = { kind: this.#random() < 0.5 ? 'v1' : 'v2' } as const;
    const answer = (await gateway
      .admin(...adminChange({ kind: 'move', to }, { resource: RESOURCE, reason }))
      .catch(() => ({}))) as { readonly changes?: readonly { readonly kept: boolean }[] };
    const acknowledged = answer.changes?.[0]?.kept === true ? Date.now() : undefined;
    this.#moves.push({ reason, asked: askedAt, acknowledged });
  }

  async #kill(at: number, gateway: SharedGateway): Promise<void> {
    const peers = this.#gateways.filter((peer) => peer !== undefined && peer !== gateway);
    const [leader] = (await gateway.ready())?.members ?? [];
    this.#gateways[at] = undefined;
    gateway.run.child.kill('SIGKILL');
    const begunAt = Date.now();
    const [peer] = peers;
    if (leader?.endsWith(` ${gateway.run.child.pid}`) === true && peer !== undefined) {
      const next = async (): Promise<string | undefined> => (await peer.ready())?.members[0];
      for (let name = await next(); name === undefined || name === leader; name = await next())
        await pause(50);
      this.#takeovers.push(Date.now() - begunAt);
    }
    await gateway.run.ended;
    await pause(1_000 * this.#random());
    // A stopped process may hold the file.
    while (
      !(await this.#start(at).then(
        () => true,
        () => false,
      ))
    );
  }

  async #stop(victim: number | undefined): Promise<void> {
    signal(victim, 'SIGSTOP');
    await pause(MAX_PAUSES_MS.stop * this.#random());
    signal(victim, 'SIGCONT');
  }

  async #cutOff(at: number): Promise<void> {
    this.#meeting.hole?.(at, true);
    await pause(MAX_PAUSES_MS.hole * this.#random());
    this.#meeting.hole?.(at, false);
  }

  async #disturb(at: number, gateway: SharedGateway): Promise<void> {
    const { hole, restart } = this.#meeting;
    const processes = gateway.processes();
    const acts: Readonly<Record<Disturbance['kind'], (() => unknown) | undefined>> = {
      kill: () => this.#kill(at, gateway),
      killWorker: () => signal(this.#pick(processes.slice(1)), 'SIGKILL'),
      stop: () => this.#stop(this.#pick(processes)),
      hole: hole && (() => this.#cutOff(at)),
      restart,
    };
    const possible = (Object.keys(acts) as Disturbance['kind'][]).filter((kind) => acts[kind] !== undefined);
    const kind = this.#pick(possible) ?? 'stop';
    const disturbed = kind === 'restart' ? [...this.#gateways.keys()] : [at];
    const note = (): void => {
      for (const number of disturbed) this.#disturbances.push({ gateway: number, kind, at: Date.now() });
    };
    note();
    await acts[kind]?.();
    note();
  }

  #begin(work: Promise<unknown>): void {
    const going = work.finally(() => this.#going.delete(going));
    this.#going.add(going);
  }

  /**
   * Waits until all are well, count the same, and have done so for a second: then everything has been exchanged. What
   * is wrong after many rounds stays so.
   */
  async #settled(): Promise<{ readonly log: PlayedGateways['log']; readonly counted: readonly number[] }> {
    const all = this.#gateways.filter((peer) => peer !== undefined);
    let counted: readonly number[] = [];
    // Nobody is well any more where one has ended.
    for (let round = 0; round < MAX_ROUNDS && this.#crashed.length === 0; round += 1) {
      const ready = await Promise.all(all.map((gateway) => gateway.ready()));
      const lastCount = counted[0];
      counted = await Promise.all(all.map((gateway) => gateway.countRequests(RESOURCE)));
      if (ready.every(isWell) && counted.every((count) => count === lastCount)) break;
      if (round === MAX_ROUNDS - 1 && !ready.every(isWell)) this.#crashed.push(JSON.stringify(ready));
      await pause(1_000);
    }
    if (this.#crashed.length > 0) return { log: [], counted };
    return { log: stageViews.log.output.parse(await all[0]?.admin('/api/stages/log')), counted };
  }

  async play(seconds: number): Promise<PlayedGateways> {
    for (const side of ['v1', 'v2']) await this.#startApi(side);
    for (let at = 0; at < GATEWAYS; at += 1) await this.#start(at);
    let sent = 0;
    const clients = Array.from({ length: GATEWAYS * CLIENTS }, (_, client) => {
      const at = client % GATEWAYS;
      const gatewayOf = () => this.#gateways[at];
      return playClient(
        { at, gatewayOf, isOver: () => this.#isOver, next: () => (sent += 1) },
        (answer) => void this.#answers.push(answer),
      );
    });
    const limited = exceedLimit(
      () => this.#pick(this.#gateways),
      () => this.#isOver,
    );
    let quiet = Date.now() + CALM_MS;
    for (const end = Date.now() + seconds * 1_000; Date.now() < end;) {
      await pause(100 + 500 * this.#random());
      const at =
        this.#pick([...this.#gateways.keys()].filter((number) => this.#gateways[number] !== undefined)) ?? 0;
      const gateway = this.#gateways[at];
      if (gateway === undefined) continue;
      if (this.#random() < 0.8 || Date.now() < quiet) this.#begin(this.#move(gateway));
      else {
        this.#begin(this.#disturb(at, gateway));
        quiet = Date.now() + 3_000 * this.#random();
      }
    }
    while (this.#going.size > 0) await Promise.all(this.#going);
    this.#isOver = true;
    await Promise.all(clients);
    const admitted = await limited;
    const settled = await this.#settled();
    return {
      ...settled,
      answers: this.#answers,
      moves: this.#moves,
      disturbances: this.#disturbances,
      writes: this.#writes,
      takeovers: this.#takeovers,
      admitted,
      crashed: [...this.#crashed],
    };
  }

  async close(): Promise<void> {
    for (const gateway of this.#gateways) gateway?.run.child.kill('SIGKILL');
    for (const gateway of this.#gateways) await gateway?.run.ended;
    for (const { close } of Object.values(this.#apis)) await close();
    await this.#meeting.close();
    rmSync(this.#cwd, { recursive: true, force: true });
  }
}

/** Plays three gateways of two workers each for so many seconds; the same seed disturbs the same. */
export async function playGateways(
  meeting: MeetingPlace,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<PlayedGateways> {
  const play = new GatewayPlay(meeting, seed);
  try {
    return await play.play(seconds);
  } finally {
    await play.close();
  }
}

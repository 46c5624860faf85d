import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../contract/clock';
import { problemAnswer, type TextAnswer } from '../../gateway/problems';
import { isUnder, knownMethods } from './incoming';
import { createFairQueue } from '../upstream/fairQueue';
import type { PaceRefusal } from './paceRefusals';
import { createPausedConnections } from './pausedConnections';

interface LoadShedderOptions {
  readonly clock: Clock;
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Readonly<Record<string, string>>;
  /** The refusal in v1's words; absent: in the gateway's. */
  readonly refusal?: TextAnswer;
  readonly pace: PaceRefusal;
  /** Called for each method with the number of requests shed since the last call. */
  readonly onShed: (method: string, count: number) => void;
}

/** The cheapest way out. */
interface LoadShedder {
  readonly shed: (request: Request, response: Response) => void;
  /** Reports what has not been reported yet. */
  readonly stop: () => void;
}

/** Between two reports, ms: a line of log for each would cost more than the refusal. */
const REPORT_EVERY = 1_000;

export const RETRY_SOON = { 'retry-after': '1' };

/**
 * Refuses requests that nobody has looked at: the 503 of an overload, its head and body made beforehand. What the
 * client still sends of its request is read and forgotten, and the connection is kept.
 */
export function createLoadShedder({
  clock,
  v1Headers,
  refusal = problemAnswer('overloaded', '', RETRY_SOON),
  pace,
  onShed,
}: LoadShedderOptions): LoadShedder {
  const { status, headers, body } = refusal;
  const ownHeaders = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
    .filter(([name]) => name !== 'x-request-id')
    .flat();
  const ofV1 = [...ownHeaders, ...Object.entries(v1Headers).flat()];
  const counts = new Map<string, number>();
  let stopTimer: (() => void) | undefined;

  const report = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    for (const [method, count] of counts) onShed(method, count);
    counts.clear();
  };
  const count = (method: string): void => {
    const counted = knownMethods.has(method) ? method : 'other';
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    stopTimer ??= clock.schedule(REPORT_EVERY, report);
  };
  return {
    shed: (request, response) => {
      count(request.method);
      if (!request.socket.writable) return;
      pace(() => {
        if (!request.socket.writable) return;
        const every = isUnder('/v1', request.url) ? ofV1 : ownHeaders;
        response.writeHead(status, [...every, 'x-request-id', randomUUID()]);
        response.end(body);
      });
    },
    stop: report,
  };
}

/** Stands before all work. */
export interface AdmissionControl {
  /** Lets a request in, now or in its turn, or turns it away. */
  readonly admit: RequestHandler;
  /** Called for each new connection. */
  readonly connected: () => void;
  /** Called when a connection has its last answer and is kept. */
  readonly answered: (socket: Socket) => void;
  /** Called before connections without a request are closed: one may wait unread. */
  readonly closing: () => void;
  /** Paces refusals by those who work on requests. */
  readonly pace: PaceRefusal;
  /** Requests let in during this turn of the event loop, and those that wait with the connections not read. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

interface AdmissionOptions extends Pick<LoadShedder, 'shed'>, Pick<AdmissionControl, 'pace'> {
  readonly clock: Clock;
  /** True while the event loop is late whatever comes: then nobody is let in. */
  readonly busy: () => boolean;
}

/** Requests that may wait to be let in. */
const QUEUE = 256;
/** Requests let in during one turn of the event loop: together they take less time each (`atEndOfRound`). */
const PER_TURN = 16;
/**
 * While this number waits, answered connections are not read until it is their turn again. Where Node
 * reads them that takes two system calls more, a fourteenth of a translated GET; to keep a few requests in memory costs
 * less.
 */
const ENOUGH = 64;
/**
 * While connections come. Node accepts a single one each turn (libuv since 1.45, pull request 3696): with turns as long
 * as all that has arrived takes, new clients would wait for seconds to be seen.
 */
const PER_TURN_ACCEPTING = 4;
/** Turns with a new connection that may follow each other without letting anyone in: more may wait behind it. */
const ACCEPTING = 4;
/**
 * Number of refusals after which one more is let in, as they together cost about what an answer does: clients that come again at
 * once would otherwise leave a turn nothing but refusals.
 */
const REFUSALS = 8;

/** Counts how many are let in during the next turn of the event loop. */
function countPlaces() {
  let refused = 0;
  let isAccepting = false;
  let accepting = 0;
  return {
    connected: () => {
      isAccepting = true;
    },
    refused: () => {
      refused += 1;
    },
    next: (): number => {
      const most = Math.max(isAccepting ? PER_TURN_ACCEPTING : PER_TURN, refused / REFUSALS);
      accepting = isAccepting ? (accepting + 1) % ACCEPTING : 0;
      isAccepting = false;
      refused = 0;
      return accepting > 0 ? 0 : most;
    },
  };
}

/**
 * Opens the admission before all work. A request that finds no other before it goes through at once, the others a few in
 * each turn of the event loop, fairly between keys; what finds no room is refused before anything is done for it. While
 * many wait, of what answered clients send next nothing is made before its turn.
 */
export function createAdmissionControl({ clock, busy, shed, pace }: AdmissionOptions): AdmissionControl {
  const queue = createFairQueue(1, QUEUE);
  const paused = createPausedConnections(clock);
  const places = countPlaces();
  let inside = '';
  let begunRequests = 0;
  let isRunning = false;
  let isClosing = false;

  const turn = (): void => {
    const most = places.next();
    begunRequests = 0;
    while (queue.taken() > 0 && begunRequests < most) queue.leave(inside);
    paused.resume(ENOUGH - queue.waiting());
    isRunning = queue.taken() > 0 || paused.count() > 0;
    if (isRunning) setImmediate(turn);
  };
  const run = (): void => {
    if (!isRunning) setImmediate(turn);
    isRunning = true;
  };
  const admit: RequestHandler = (request, response, next) => {
    const party = request.headers.authorization ?? '';
    const refuse = (): void => {
      places.refused();
      shed(request, response);
    };
    const start = (): void => {
      inside = party;
      if (busy() || !request.socket.writable) {
        refuse();
        return;
      }
      begunRequests += 1;
      next();
    };
    const entered = queue.enter({ party, start, displaced: refuse });
    if (entered === undefined) refuse();
    run();
  };
  return {
    admit,
    pace,
    connected: places.connected,
    answered: (socket) => {
      if (isClosing || (queue.waiting() < ENOUGH && paused.count() === 0)) return;
      paused.pause(socket);
      run();
    },
    closing: () => {
      isClosing = true;
      paused.resume(Infinity);
    },
    load: () => ({ active: begunRequests, waiting: queue.waiting() + paused.count() }),
  };
}

/** Watches how late the event loop comes to its work. */
interface LagGuard {
  /** Milliseconds, smoothed over about a second. */
  readonly lag: () => number;
  /** True when new requests had better be refused, so that those under way end. */
  readonly busy: () => boolean;
  readonly stop: () => void;
}

/** Time (ms) between looks. */
const LOOK_EVERY = 100;
/** The weight of one look among all before it. */
const WEIGHT = 0.2;
/** At this lag (ms) one request waits longer for the loop than for most upstreams. One pause of the collector is less. */
const MOST = 500;

/** Most that one late look counts, ms: after a process or machine has stood still, nothing waits but what is new. */
const MOST_OF_ONE = 2 * MOST;

/** Starts watching: a timer that fires late shows by how much. */
export function createLagGuard(clock: Clock): LagGuard {
  let lag = 0;
  let stop = (): void => undefined;
  const look = (): void => {
    const due = clock.steady() + LOOK_EVERY;
    stop = clock.schedule(LOOK_EVERY, () => {
      const late = Math.min(Math.max(0, clock.steady() - due), MOST_OF_ONE);
      lag += WEIGHT * (late - lag);
      look();
    });
  };
  look();
  return { lag: () => lag, busy: () => lag > MOST, stop: () => stop() };
}

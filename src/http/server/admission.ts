import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../contract/clock';
import { problemAnswer, type TextAnswer } from '../../gateway/problems';
import { NO_REQUEST_ID } from '../../mapping/profile/errorStyle';
import { isUnder, knownMethods } from './messages';
import { FairQueue } from '../upstream/fairQueue';
import { createPausedConnections, type PaceRefusal } from './paceRefusals';

interface LoadShedderOptions {
  readonly pace: PaceRefusal;
  readonly clock: Clock;
  readonly v1Headers: Readonly<Record<string, string>>;
  /** Writes the refusal in v1's words. Absent: in the gateway's. */
  readonly refusal?: TextAnswer;
  /** Called for each method with the number of shed requests since the last call. */
  readonly onShed: (method: string, count: number) => void;
}

/** Time (ms) between two reports: a log line for each would cost more than the refusal. */
const REPORT_PAUSE_MS = 1_000;

export const RETRY_SOON = { 'retry-after': '1' };

/** Creates the shedder, which refuses a request at once with a prepared 503, drops its rest and keeps the connection. */
export function createLoadShedder(options: LoadShedderOptions) {
  const { clock, v1Headers, pace, onShed } = options;
  const { refusal = problemAnswer('overloaded', '', RETRY_SOON) } = options;
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
  return {
    shed: (request: Request, response: Response): void => {
      const method = knownMethods.has(request.method) ? request.method : 'other';
      counts.set(method, (counts.get(method) ?? 0) + 1);
      stopTimer ??= clock.schedule(REPORT_PAUSE_MS, report);
      if (!request.socket.writable) return;
      pace(() => {
        if (!request.socket.writable) return;
        const every = isUnder('/v1', request.url) ? ofV1 : ownHeaders;
        const id = randomUUID();
        response.writeHead(status, [...every, 'x-request-id', id]);
        response.end(body.replace(NO_REQUEST_ID, id));
      });
    },
    /** Reports the counts that are not reported yet. */
    stop: report,
  };
}

/** Bounds the work under way: every request passes it first. */
export type AdmissionControl = ReturnType<typeof createAdmissionControl>;

interface AdmissionOptions {
  readonly clock: Clock;
  readonly shed: (request: Request, response: Response) => void;
  /** True while the event loop is late whatever comes: then no request is admitted. */
  readonly busy: () => boolean;
  /** Paces refusals, also those of later handlers. */
  readonly pace: PaceRefusal;
}

/** Most requests that wait to be admitted. */
const MAX_WAITING_REQUESTS = 256;
/** Requests admitted in one turn of the event loop: together each takes less time (`atEndOfRound`). */
const PER_TURN = 16;
/** Waiting requests from which answered connections stay unread: a pause takes a fourteenth of a translated GET. */
const WAITING_BEFORE_PAUSE = 64;
/**
 * Requests admitted in one turn while connections come. Node accepts a single connection each turn (libuv since 1.45,
 * pull request 3696): if a turn took as long as all arrived requests take, new clients would wait for seconds to be
 * seen.
 */
const PER_TURN_ACCEPTING = 4;
/** Most turns in a row with a new connection and without an admission: more connections may wait behind it. */
const ACCEPTING = 4;
/** Refusals after which one more request is admitted: together they cost about as much as an answer. */
const REFUSALS = 8;

/** Decides how many requests are admitted in the next turn of the event loop. */
function createTurnPlaces() {
  let refusalCount = 0;
  let isAccepting = false;
  let accepting = 0;
  return {
    noteConnected: () => {
      isAccepting = true;
    },
    noteRefused: () => {
      refusalCount += 1;
    },
    nextPlaces: (): number => {
      const most = Math.max(isAccepting ? PER_TURN_ACCEPTING : PER_TURN, refusalCount / REFUSALS);
      accepting = isAccepting ? (accepting + 1) % ACCEPTING : 0;
      isAccepting = false;
      refusalCount = 0;
      return accepting > 0 ? 0 : most;
    },
  };
}

/**
 * Opens the admission before all work. A request that finds no other waiting goes through at once. The others are
 * admitted a few in each turn of the event loop, fairly between keys. A request that finds no room is refused before
 * any work. While many wait, the next requests of answered clients stay unread until their turn.
 */
export function createAdmissionControl({ clock, busy, shed, pace }: AdmissionOptions) {
  const queue = new FairQueue(1, MAX_WAITING_REQUESTS);
  const paused = createPausedConnections(clock);
  const places = createTurnPlaces();
  let inside = '';
  let begunRequests = 0;
  let isRunning = false;
  let isClosing = false;

  const runTurn = (): void => {
    const most = places.nextPlaces();
    begunRequests = 0;
    while (queue.countTaken() > 0 && begunRequests < most) queue.leave(inside);
    paused.resume(WAITING_BEFORE_PAUSE - queue.waitingCount());
    isRunning = queue.countTaken() > 0 || paused.count() > 0;
    if (isRunning) setImmediate(runTurn);
  };
  const run = (): void => {
    if (!isRunning) setImmediate(runTurn);
    isRunning = true;
  };
  /** Admits a request, now or in its turn, or sheds it. */
  const admit: RequestHandler = (request, response, next) => {
    const party = request.headers.authorization ?? '';
    const refuse = (): void => {
      places.noteRefused();
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
    connected: places.noteConnected,
    noteAnswered: (socket: Socket): void => {
      if (isClosing || (queue.waitingCount() < WAITING_BEFORE_PAUSE && paused.count() === 0)) return;
      paused.pause(socket);
      run();
    },
    /** Resumes all connections, because one without a request, which is closed now, may wait unread. */
    resumeAll: (): void => {
      isClosing = true;
      paused.resume(Infinity);
    },
    /** Counts the requests admitted in this turn of the event loop, and those that wait, with unread connections. */
    load: () => ({ active: begunRequests, waiting: queue.waitingCount() + paused.count() }),
  };
}

/** Time (ms) between two looks. */
const LOOK_PAUSE_MS = 100;
/** Weight of one look against all earlier looks. */
const WEIGHT = 0.2;
/** Lag (ms) at which a request waits longer for the loop than for most upstreams; a collector's pause is shorter. */
const MAX_LAG_MS = 500;

/** Most lag (ms) that one late look counts: after a process or machine has stood still, only new requests wait. */
const MAX_COUNTED_LAG_MS = 2 * MAX_LAG_MS;

/** Watches how late the event loop is: a timer that fires late shows the delay. */
export function createLagGuard(clock: Clock) {
  let lag = 0;
  let stop = (): void => undefined;
  const measureLag = (): void => {
    const due = clock.steady() + LOOK_PAUSE_MS;
    stop = clock.schedule(LOOK_PAUSE_MS, () => {
      const late = Math.min(Math.max(0, clock.steady() - due), MAX_COUNTED_LAG_MS);
      lag += WEIGHT * (late - lag);
      measureLag();
    });
  };
  measureLag();
  return {
    /** Returns the lag (ms), smoothed over about a second. */
    lag: (): number => lag,
    /** Reports whether new requests should be refused, so that those under way end. */
    isBusy: (): boolean => lag > MAX_LAG_MS,
    stop: (): void => stop(),
  };
}

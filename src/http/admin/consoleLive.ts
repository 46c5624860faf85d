import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Clock } from '../../contract/clock';
import { type Access, makePage, type SharedPage } from './consoleAccess';

/** Interval between the pages of one stream. */
const PAUSE_MS = 1_000;

/** Rounds after which an unchanged page is sent anyway, to show that its figures are current. */
const MAX_SAME_ROUNDS = 5;

/** Most streams at once: each costs a connection, and browsers reconnect by themselves. */
const MAX_STREAMS = 100;

/** Makes the page at a path with its query, for all visitors. Returns undefined for a path without a screen. */
export type PageMaker = (path: string) => Promise<SharedPage | undefined>;

interface LiveOptions {
  readonly pageOf: PageMaker;
  readonly clock: Clock;
  readonly access: Access;
}

/** One open page. */
interface Stream {
  readonly path: string;
  /** Id of the page that it shows. It is undefined before its first page, unless the browser names one. */
  seen: string | undefined;
  readonly write: (event: 'page' | 'same', page: SharedPage, id: string) => void;
  /** Ends the stream if its session has ended. */
  readonly check: () => void;
}

/** Sends the pages of all streams in one round a second, as long as there is a stream. */
function createRounds({ pageOf, clock }: Pick<LiveOptions, 'pageOf' | 'clock'>) {
  const streams = new Set<Stream>();
  /** Paths whose page is being made for all their streams. */
  const busyPaths = new Set<string>();
  /** Number of the present round. It is undefined while there is no stream, so that nothing is made then. */
  let roundNumber: number | undefined;
  /**
   * Makes a page once for several streams. A stream that shows another page gets the new one. If the page fails, all
   * streams stay as they are.
   */
  const sendPage = async (path: string, receivers: readonly Stream[]): Promise<void> => {
    const page = await pageOf(path).catch(() => undefined);
    if (page === undefined) return;
    const id = hash('sha256', JSON.stringify(page), 'base64url').slice(0, 16);
    for (const stream of receivers) {
      if (!streams.has(stream)) continue;
      stream.write(stream.seen === id ? 'same' : 'page', page, id);
      stream.seen = id;
    }
  };
  const runRound = (): void => {
    roundNumber = streams.size === 0 ? undefined : (roundNumber ?? 0) + 1;
    if (roundNumber === undefined) return;
    // First of all: what goes wrong in a round must not end the rounds.
    clock.schedule(PAUSE_MS, runRound);
    for (const stream of streams) {
      stream.check();
      if (roundNumber % MAX_SAME_ROUNDS === 0) stream.seen = undefined;
    }
    for (const [path, receivers] of Map.groupBy(streams, (stream) => stream.path)) {
      if (busyPaths.has(path)) continue;
      busyPaths.add(path);
      void sendPage(path, receivers)
        .catch(() => undefined)
        .finally(() => busyPaths.delete(path));
    }
  };
  const joinRounds = (stream: Stream): void => {
    streams.add(stream);
    // A page under way may be older than the one that the browser shows.
    void sendPage(stream.path, [stream]).catch(() => undefined);
    if (roundNumber !== undefined) return;
    roundNumber = 0;
    clock.schedule(PAUSE_MS, runRound);
  };
  return { streams, join: joinRounds };
}

/** Streams a page to its viewers by server-sent events: `page` with its data, `same` while nothing changes. */
export function createLive(live: LiveOptions): RequestHandler {
  const { clock, access } = live;
  const { streams, join } = createRounds(live);
  return (request, response) => {
    const path = request.query['path'];
    const visit = () => access.find(request, 'look');
    if (typeof path !== 'string' || !visit().mayLook) {
      response.sendStatus(typeof path === 'string' ? 401 : 422);
      return;
    }
    if (streams.size >= MAX_STREAMS) {
      response.sendStatus(503);
      return;
    }
    response.set({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // Browsers wait three seconds before they reconnect, unless this says otherwise.
    response.write(`retry: ${PAUSE_MS}\n\n`);
    const hasViewRight = (): boolean => {
      try {
        return visit().mayLook;
      } catch {
        return true; // the file of tokens cannot be read at present: the next round asks again
      }
    };
    const stream: Stream = {
      path,
      seen: request.header('last-event-id'),
      write: (event, shared, id) => {
        // A page that is not read is dropped to save memory: the next page replaces it.
        if (response.writableNeedDrain) return;
        const page = () => makePage(visit(), { ...shared, path, at: clock.now() });
        const lines = event === 'same' ? 'data: ' : `id: ${id}\ndata: ${JSON.stringify(page())}`;
        response.write(`event: ${event}\n${lines}\n\n`);
      },
      check: () => {
        if (!hasViewRight()) response.end('event: ended\ndata: \n\n');
      },
    };
    join(stream);
    response.on('close', () => streams.delete(stream));
  };
}

import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Access, type ConsoleOptions, pageFor, type Session, type SharedPage } from './consoleAccess';

/** Interval (ms) between the pages of one stream. */
const PAUSE = 1_000;

/** Rounds after which an unchanged page is sent anyway, to show that its figures are current. */
const ROUNDS = 5;

/** Most streams at once: each costs a connection, and browsers reconnect by themselves. */
const MAX_STREAMS = 100;

/** One open page. */
interface Stream {
  readonly send: (id: string, page: SharedPage) => void;
  readonly beat: () => void;
  /** False after the end of its session. */
  readonly goesOn: () => boolean;
  readonly end: () => void;
}

/** All streams of one path: the page is made once for all of them, and only while there is one. */
interface Channel {
  readonly streams: Set<Stream>;
  /** Streams that wait for their first page: they may show an older or a newer page than the latest. */
  readonly joined: Set<Stream>;
  id: string;
  rounds: number;
}

const hashOf = (page: SharedPage): string =>
  createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 16);

type Live = Pick<ConsoleOptions, 'pageOf' | 'clock'>;

/** Makes the page of a channel again and sends it if it has changed. If it cannot be made, the old page stays. */
async function renew({ pageOf }: Live, channel: Channel, path: string): Promise<void> {
  for (const stream of channel.streams) if (!stream.goesOn()) stream.end();
  const page = await pageOf(path).catch(() => undefined);
  if (page === undefined) return;
  const id = hashOf(page);
  channel.rounds = (channel.rounds + 1) % ROUNDS;
  const isNew = id !== channel.id;
  channel.id = id;
  for (const stream of channel.streams) {
    if (isNew || channel.rounds === 0) stream.send(id, page);
    else stream.beat();
  }
}

/**
 * Makes a page at once for the streams that have joined. Streams that join meanwhile get the next page, because this
 * one may be older.
 */
async function greet({ pageOf }: Live, { joined, streams }: Channel, path: string): Promise<void> {
  while (joined.size > 0) {
    const greeted = [...joined];
    const page = await pageOf(path).catch(() => undefined);
    for (const stream of greeted) joined.delete(stream);
    // One of the next rounds sends it.
    if (page === undefined) continue;
    const id = hashOf(page);
    for (const stream of greeted) if (streams.has(stream)) stream.send(id, page);
  }
}

/** Opens the channels; each runs while it has a stream. */
function createChannels(live: Live) {
  const channels = new Map<string, Channel>();
  const run = (path: string, channel: Channel): void => {
    if (channel.streams.size === 0) {
      channels.delete(path);
      return;
    }
    const next = (): void => void live.clock.schedule(PAUSE, () => run(path, channel));
    void renew(live, channel, path).then(next, next);
  };
  return {
    count: (): number => [...channels.values()].reduce((sum, { streams }) => sum + streams.size, 0),
    join: (path: string, stream: Stream, seenText: string | undefined): (() => void) => {
      const knownChannel = channels.get(path);
      const channel = knownChannel ?? { streams: new Set(), joined: new Set(), id: '', rounds: 0 };
      channel.streams.add(stream);
      if (knownChannel === undefined) {
        channels.set(path, channel);
        run(path, channel);
      } else if (knownChannel.id === seenText) {
        stream.beat();
      } else {
        knownChannel.joined.add(stream);
        if (knownChannel.joined.size === 1) void greet(live, knownChannel, path);
      }
      return () => void channel.streams.delete(stream);
    },
  };
}

/** Streams a page to its viewers by server-sent events: `page` with its data, `same` while nothing changes. */
export function createLive(options: ConsoleOptions, access: Access): RequestHandler {
  const { clock } = options;
  const channels = createChannels(options);
  return (request, response) => {
    const path = request.query['path'];
    const session = (): Session | undefined => access.sessionOf(request, 'look');
    if (typeof path !== 'string' || !access.mayLook(session())) {
      response.sendStatus(typeof path === 'string' ? 401 : 422);
      return;
    }
    if (channels.count() >= MAX_STREAMS) {
      response.sendStatus(503);
      return;
    }
    response.set({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // Browsers wait three seconds before they reconnect, unless this says otherwise.
    response.write(`retry: ${String(PAUSE)}\n\n`);
    const write = (event: string, data: string, id = ''): void => {
      // A page that is not read is dropped to save memory: the next page replaces it.
      if (response.writableNeedDrain) return;
      response.write(`event: ${event}\n${id === '' ? '' : `id: ${id}\n`}data: ${data}\n\n`);
    };
    const leave = channels.join(
      path,
      {
        send: (id, shared) => {
          const page = pageFor(access, shared, session(), { path, at: clock.now(), notice: undefined });
          write('page', JSON.stringify(page), id);
        },
        beat: () => write('same', ''),
        goesOn: () => access.mayLook(session()),
        end: () => {
          write('ended', '');
          response.end();
        },
      },
      request.header('last-event-id'),
    );
    response.on('close', leave);
  };
}

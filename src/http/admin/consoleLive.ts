import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Clock } from '../../contract/clock';
import { type Access, pageFor, type SharedPage } from './consoleAccess';

/** Interval between the pages of one stream. */
const PAUSE_MS = 1_000;

/** Rounds after which an unchanged page is sent anyway, to show that its figures are current. */
const MAX_SAME_ROUNDS = 5;

/** Most streams at once: each costs a connection, and browsers reconnect by themselves. */
const MAX_STREAMS = 100;

/** Makes the page at a path with its query, for all visitors; undefined for a path without a screen. */
export type PageMaker = (path: string) => Promise<SharedPage | undefined>;

/** Options of createLive. */
interface LiveOptions {
  readonly pageOf: PageMaker;
  readonly clock: Clock;
  readonly access: Access;
}

/** One open page. */
interface Stream {
  /** Id of the page that it shows; undefined before its first page, unless the browser names one. */
  seen: string | undefined;
  /** True until it has had its first event. */
  isNew: boolean;
  readonly write: (event: 'page' | 'same', page: SharedPage, id: string) => void;
  /** Ends the stream if its session has ended. */
  readonly check: () => void;
}

/** All streams of one path: the page is made once for all of them, and only while there is one. */
interface Channel {
  readonly path: string;
  readonly streams: Set<Stream>;
  round: number;
  /** The page under way for the streams that have joined. */
  greeting: Promise<void> | undefined;
}

/** Makes the page of a channel for some of its streams; each gets it if it shows another. Without it, all stay as they are. */
async function send({ pageOf }: LiveOptions, { path, streams }: Channel, to: (stream: Stream) => boolean) {
  // A stream that joins meanwhile may know a later state than this page.
  const receivers = [...streams].filter(to);
  const page = await pageOf(path).catch(() => undefined);
  if (page === undefined) return;
  const id = hash('sha256', JSON.stringify(page), 'base64url').slice(0, 16);
  for (const stream of receivers) {
    if (!streams.has(stream)) continue;
    stream.write(stream.seen === id ? 'same' : 'page', page, id);
    stream.isNew = false;
    stream.seen = id;
  }
}

/** Sends a page to the streams of a channel that have had none, and another to those that join meanwhile. */
async function greet(live: LiveOptions, channel: Channel): Promise<void> {
  const greeted = new Set(channel.streams);
  await send(live, channel, ({ isNew }) => isNew);
  if ([...channel.streams].some((stream) => stream.isNew && !greeted.has(stream))) await greet(live, channel);
}

/** Sends a page to all streams of a channel each second, until the last has left. */
function run(live: LiveOptions, channels: Map<string, Channel>, channel: Channel): void {
  if (channel.streams.size === 0) {
    channels.delete(channel.path);
    return;
  }
  const round = async (): Promise<void> => {
    for (const stream of channel.streams) stream.check();
    channel.round = (channel.round + 1) % MAX_SAME_ROUNDS;
    if (channel.round === 0) for (const stream of channel.streams) stream.seen = undefined;
    await send(live, channel, () => true);
  };
  const next = (): void => void live.clock.schedule(PAUSE_MS, () => run(live, channels, channel));
  void round().then(next, next);
}

/** Streams a page to its viewers by server-sent events: `page` with its data, `same` while nothing changes. */
export function createLive(live: LiveOptions): RequestHandler {
  const channels = new Map<string, Channel>();
  const join = (path: string, stream: Stream): Channel => {
    const channel = channels.get(path) ?? { path, streams: new Set(), round: 0, greeting: undefined };
    channel.streams.add(stream);
    if (channels.has(path)) {
      channel.greeting ??= greet(live, channel).finally(() => (channel.greeting = undefined));
    } else {
      channels.set(path, channel);
      run(live, channels, channel);
    }
    return channel;
  };
  return (request, response) => {
    const path = request.query['path'];
    const visit = () => live.access.find(request, 'look');
    if (typeof path !== 'string' || !visit().mayLook) {
      response.sendStatus(typeof path === 'string' ? 401 : 422);
      return;
    }
    if ([...channels.values()].reduce((sum, { streams }) => sum + streams.size, 0) >= MAX_STREAMS) {
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
    const stream: Stream = {
      seen: request.header('last-event-id'),
      isNew: true,
      write: (event, shared, id) => {
        // A page that is not read is dropped to save memory: the next page replaces it.
        if (response.writableNeedDrain) return;
        const page = () => pageFor(visit(), { ...shared, path, at: live.clock.now() });
        const lines = event === 'same' ? 'data: ' : `id: ${id}\ndata: ${JSON.stringify(page())}`;
        response.write(`event: ${event}\n${lines}\n\n`);
      },
      check: () => {
        if (!visit().mayLook) response.end('event: ended\ndata: \n\n');
      },
    };
    const { streams } = join(path, stream);
    response.on('close', () => streams.delete(stream));
  };
}

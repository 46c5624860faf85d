import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bucketOf } from '../../src/cutover/bucketOf';
import { isWithin } from '../../src/cutover/isWithin';
import type { Clock } from '../../src/gateway/clock';
import { digestKey } from '../../src/gateway/keys/digestKey';
import { writeKeyFile } from '../../src/gateway/keys/writeKeyFile';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { openSandbox } from '../sandbox/support/openSandbox';
import { startWhole, type StartedWhole } from './startWhole';

/** A clock that stands until it is moved, while sockets are real. */
export interface GameClock extends Clock {
  /** Moves it; what falls due on the way is done in its order, and then everything that sockets still carry. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Resolves when nothing moves any more until the clock does. */
  readonly settle: () => Promise<void>;
}

/** Rounds of the event loop without an event after which nothing is under way on any socket of this process. */
const QUIET_ROUNDS = 12;

/** Resolves when no socket and no file has anything more to say; nothing else is waited for. */
async function settle(): Promise<void> {
  const events = (): number => performance.nodeTiming.uvMetricsInfo.events;
  let [seen, quiet] = [events(), 0];
  while (quiet < QUIET_ROUNDS) {
    await nextTurn();
    const files = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
    quiet = files || events() !== seen ? 0 : quiet + 1;
    seen = events();
  }
}

export function createGameClock(start: number): GameClock {
  let now = start;
  const waiting = new Map<number, Set<() => void>>();
  const dueBy = (end: number): number | undefined => {
    let first: number | undefined;
    for (const at of waiting.keys()) if (at <= end && at < (first ?? Infinity)) first = at;
    return first;
  };
  return {
    now: () => now,
    steady: () => now - start + 1,
    schedule: (delay, action) => {
      const at = now + Math.max(1, Math.ceil(delay));
      const actions = waiting.get(at) ?? new Set();
      const own = (): void => action();
      waiting.set(at, actions.add(own));
      return () => {
        if (actions.delete(own) && actions.size === 0 && waiting.get(at) === actions) waiting.delete(at);
      };
    },
    settle,
    advance: async (milliseconds) => {
      const end = now + milliseconds;
      for (let at = dueBy(end); at !== undefined; at = dueBy(end)) {
        now = at;
        const actions = waiting.get(at) ?? [];
        waiting.delete(at);
        for (const action of actions) action();
        await nextTurn();
      }
      now = end;
      await settle();
    },
  };
}

/** A request as an upstream sees it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Whose key it shows, counted from 0. */
  readonly caller: number;
  /** How many have come to this side before it. */
  readonly number: number;
}

/** What an upstream does in place of answering well; several members act together. */
export interface Trouble {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Time before it does anything, ms of the game's clock; Infinity: for ever. */
  readonly after?: number;
  /** The connection is reset: before anything is executed, after it, or in the middle of the answer. */
  readonly cut?: 'before' | 'executed' | 'halfway';
  /** Changes the text of a good answer. */
  readonly edit?: (body: string) => string;
}

/** One API as the game has it: a relay before the sandbox. */
export interface UpstreamSide {
  readonly origin: string;
  trouble: ((seen: Seen) => Trouble | undefined) | undefined;
  /** Stops to listen: connections are refused. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface RelayParts {
  readonly name: 'v1' | 'v2';
  readonly sandbox: Sandbox;
  readonly clock: GameClock;
  /** What moves in every answer without anyone being wrong. */
  readonly noise: (body: string) => string;
  readonly callerOf: (authorization: string) => number;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(parts: RelayParts, agent: http.Agent, seen: IncomingMessage, body: Buffer) {
  const headers = { ...seen.headers, authorization: `Bearer ${parts.sandbox.keys[parts.name]}` };
  const { method = 'GET', url = '/' } = seen;
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>(
    (resolve, reject) => {
      const asked = http.request(`${parts.sandbox.origin}${url}`, { agent, method, headers }, (answer) => {
        const { statusCode: status = 0 } = answer;
        bodyOf(answer).then(
          (bytes) => resolve({ status, headers: answer.headers, body: bytes.toString() }),
          reject,
        );
      });
      asked.on('error', reject);
      asked.end(body);
    },
  );
}

async function openSide(parts: RelayParts): Promise<UpstreamSide> {
  const agent = new http.Agent({ keepAlive: true });
  let number = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await bodyOf(request);
    const { method = 'GET', url = '/', headers } = request;
    const caller = parts.callerOf(headers.authorization ?? '');
    const path = url.replace(/\?.*$/s, '');
    const trouble = side.trouble?.({ method, path, caller, number: number++ }) ?? {};
    const { after = 0, cut, edit = (body: string) => body } = trouble;
    if (after === Infinity) return;
    if (after > 0) await new Promise<void>((resolve) => parts.clock.schedule(after, resolve));
    if (cut === 'before') return void request.socket.destroy();
    const isReplaced = trouble.status !== undefined;
    const good = isReplaced ? undefined : await forward(parts, agent, request, asked);
    if (cut === 'executed') return void request.socket.destroy();
    const body = good === undefined ? (trouble.body ?? '{"message":"Server Error"}') : parts.noise(good.body);
    const text = edit(body);
    const type = { 'content-type': 'application/json', ...trouble.headers };
    response.writeHead(trouble.status ?? good?.status ?? 500, {
      ...type,
      'content-length': Buffer.byteLength(text),
    });
    if (cut === 'halfway') response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
    else response.end(text);
  };
  let server: Server;
  const listen = async (port: number): Promise<void> => {
    server = http.createServer((request, response) => void answer(request, response));
    server.keepAliveTimeout = 0;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server!.address() as AddressInfo;
  const down = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const side: UpstreamSide = {
    origin: `http://127.0.0.1:${port}`,
    trouble: undefined,
    down,
    up: () => listen(port),
    close: async () => {
      if (server.listening) await down();
      agent.destroy();
    },
  };
  return side;
}

/** A notice as it arrived. */
export interface Arrived {
  readonly at: number;
  readonly kind: string;
  readonly text: string;
}

async function openWebhook(clock: Clock) {
  const arrived: Arrived[] = [];
  const server = http.createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { kind, text } = JSON.parse(body.toString()) as Arrived;
      arrived.push({ at: clock.now(), kind, text });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, close };
}

const TOKEN = 'a-token-of-more-than-thirty-two-characters';

/** The resource that moves; its canary has so many percent. */
export const RESOURCE = 'currency-offer';
export const PERCENT = 20;

/** Fingerprint of a caller, by which it is drawn. */
export const fingerprint = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 12);

/** Keys of so many callers; the first is inside the canary, and of six no other, as it may be with few. */
function keysOf(count: number): readonly string[] {
  const inside = (key: string): boolean =>
    isWithin(bucketOf('canary', RESOURCE, 'lifeboat', fingerprint(key)), PERCENT);
  const all = Array.from({ length: 1_000 }, (_, number) => `v1-key-of-caller-${number}`);
  const first = all.filter(inside).slice(0, 1);
  const others = all.filter((key) => !first.includes(key) && (count > 6 || !inside(key)));
  return [...first, ...others].slice(0, count);
}

/** What a game is started with. */
export interface GameSettings {
  readonly callers: number;
  /** Changes every good answer of both APIs. */
  readonly noise?: (body: string) => string;
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

/** A staged gateway between callers and two APIs, on one clock that stands still. */
export interface Game {
  readonly clock: GameClock;
  readonly whole: StartedWhole;
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly keys: readonly string[];
  readonly v1: UpstreamSide;
  readonly v2: UpstreamSide;
  readonly notices: readonly Arrived[];
  /** Asks the gateway as a caller. */
  readonly ask: (caller: number, asked: Asked) => Promise<Answered>;
  readonly admin: (path: string, change?: unknown) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly body: string;
}

const START = Date.UTC(2025, 9, 6, 7, 59, 48);

function client(agent: http.Agent) {
  return (origin: string, { method = 'GET', path, body = '' }: Asked, key: string): Promise<Answered> =>
    new Promise((resolve) => {
      const { request } = origin.startsWith('https') ? https : http;
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body === ''
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const asked = request(
        `${origin}${path}`,
        { agent, method, headers, rejectUnauthorized: false },
        (answer) => {
          const { statusCode: status = 0 } = answer;
          bodyOf(answer).then(
            (bytes) => resolve({ status, body: bytes.toString() }),
            () => resolve({ status: 0, body: '' }),
          );
        },
      );
      asked.on('error', () => resolve({ status: 0, body: '' }));
      asked.end(body);
    });
}

/** Starts everything in this process; the mappings, key table and stores stand in a folder of the game's own. */
export async function startGame({
  callers,
  noise = (body) => body,
  environment,
}: GameSettings): Promise<Game> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-game-'));
  const clock = createGameClock(START);
  const sandbox = await openSandbox({ clock });
  const keys = keysOf(callers);
  const v2Keys = keys.map((_, number) => `v2-key-of-caller-${number}`);
  const held = new Map([...keys, ...v2Keys].map((key, at) => [`Bearer ${key}`, at % callers]));
  const common = { sandbox, clock, noise, callerOf: (key: string): number => held.get(key) ?? -1 };
  const v1 = await openSide({ name: 'v1', ...common });
  const v2 = await openSide({ name: 'v2', ...common });
  const webhook = await openWebhook(clock);
  cpSync('mappings', join(folder, 'mappings'), { recursive: true });
  await writeKeyFile(join(folder, 'keys.yaml'), {
    keys: keys.map((key, number) => ({
      name: `caller-${number}`,
      v1: digestKey(key).toString('hex'),
      v2: [{ value: v2Keys[number] ?? '' }] as const,
      created: '2025-09-01',
    })),
  });
  const whole = await startWhole(
    {
      LIFEBOAT_UPSTREAM_V1: v1.origin,
      LIFEBOAT_UPSTREAM_V2: v2.origin,
      LIFEBOAT_SUNSET: '2025-11-30T00:00:00Z',
      LIFEBOAT_CUTOVER_START: 'v1',
      LIFEBOAT_ADMIN_TOKEN: TOKEN,
      LIFEBOAT_NOTIFY_WEBHOOK: webhook.origin,
      LIFEBOAT_COMPARISON_SAMPLE: '100',
      LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '10000',
      LIFEBOAT_KEYS_EXCHANGE: join(folder, 'keys.yaml'),
      LIFEBOAT_MAPPINGS: join(folder, 'mappings'),
      ...environment?.(folder),
    },
    clock,
  );
  const [agent, secure] = [new http.Agent({ keepAlive: true }), new https.Agent({ keepAlive: true })];
  const talk = client(whole.gateway.startsWith('https') ? secure : agent);
  const operator = client(agent);
  return {
    ...{ clock, whole, sandbox, folder, keys, v1, v2, notices: webhook.arrived },
    ask: (caller, asked) => talk(whole.gateway, asked, keys[caller] ?? ''),
    admin: async (path, change) => {
      const post = change === undefined ? {} : { method: 'POST', body: JSON.stringify(change) };
      return (await operator(whole.admin, { path, ...post }, TOKEN)).body;
    },
    close: async () => {
      agent.destroy();
      secure.destroy();
      await Promise.all([v1.close(), v2.close()]);
      await whole.close();
      await Promise.all([sandbox.close(), webhook.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketOf } from '../../src/cutover/buckets.js';
import { isInShare } from '../../src/cutover/stages/decide.js';
import type { Clock } from '../../src/contract/clock.js';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { closeBehindTest } from './closeBehindTest.ts';
import { createGameClock, type GameClock } from './gameClock.ts';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';
import { settingsOnV1 } from './settingsOf.ts';
import { bodyOf, endServer, openSide, type UpstreamSide } from './troubledSide.ts';
import { type StartedWhole, startWhole } from './startWhole.ts';

/** A notice as it arrived. */
interface Arrived {
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
  const close = (): Promise<void> => endServer(server);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, close };
}

/** The resource that moves; its canary has so many percent. */
export const RESOURCE = 'currency-offer';
export const PERCENT = 20;

/** Fingerprint of a caller, by which it is drawn. */
export const fingerprint = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 12);

/** Keys of so many callers; the first is inside the canary, and of six no other, as it may be with few. */
function keysOf(count: number): readonly string[] {
  const inside = (key: string): boolean =>
    isInShare(bucketOf('canary', RESOURCE, 'lifeboat', fingerprint(key)), PERCENT);
  const all = Array.from({ length: 1_000 }, (_, number) => `v1-key-of-caller-${number}`);
  const firstTexts = all.filter(inside).slice(0, 1);
  const otherTexts = all.filter((key) => !firstTexts.includes(key) && (count > 6 || !inside(key)));
  return [...firstTexts, ...otherTexts].slice(0, count);
}

/** Settings of a game. */
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
  readonly ask: (caller: number, question: Asked) => Promise<Answered>;
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
      const clientRequest = request(
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
      clientRequest.on('error', () => resolve({ status: 0, body: '' }));
      clientRequest.end(body);
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
  const heldMap = new Map([...keys, ...v2Keys].map((key, at) => [`Bearer ${key}`, at % callers]));
  const common = { sandbox, clock, noise, callerOf: (key: string): number => heldMap.get(key) ?? -1 };
  const v1 = await openSide({ name: 'v1', ...common });
  const v2 = await openSide({ name: 'v2', ...common });
  const webhook = await openWebhook(clock);
  // Without their fixtures, at which the gateway would look twice a second of its clock.
  const isPlayed = (path: string): boolean => !path.endsWith('fixtures');
  cpSync('mappings', join(folder, 'mappings'), { recursive: true, filter: isPlayed });
  await writeKeyFile(join(folder, 'keys.yaml'), {
    keys: keys.map((key, number) => ({
      name: `caller-${number}`,
      v1: digestKey(key).toString('hex'),
      v2: [{ value: v2Keys[number] ?? '' }] as const,
      created: '2025-09-01',
    })),
  });
  const startedWhole = await startWhole(
    {
      ...settingsOnV1(v1.origin, v2.origin),
      LIFEBOAT_SUNSET: '2025-11-30T00:00:00Z',
      LIFEBOAT_NOTIFY_WEBHOOK: webhook.origin,
      LIFEBOAT_KEYS_EXCHANGE: join(folder, 'keys.yaml'),
      LIFEBOAT_MAPPINGS: join(folder, 'mappings'),
      ...environment?.(folder),
    },
    clock,
  );
  // A connection of its own for each request: how long one is kept goes by the machine's clock.
  const [agent, secure] = [new http.Agent(), new https.Agent()];
  const talk = client(startedWhole.gateway.startsWith('https') ? secure : agent);
  const operator = client(agent);
  return {
    clock,
    whole: startedWhole,
    sandbox,
    folder,
    keys,
    v1,
    v2,
    notices: webhook.arrived,
    ask: (caller, question) => talk(startedWhole.gateway, question, keys[caller] ?? ''),
    admin: async (path, change) => {
      const post = change === undefined ? {} : { method: 'POST', body: JSON.stringify(change) };
      return (await operator(startedWhole.admin, { path, ...post }, TOKEN)).body;
    },
    close: closeBehindTest(async () => {
      agent.destroy();
      secure.destroy();
      await Promise.all([v1.close(), v2.close()]);
      await startedWhole.close();
      await Promise.all([sandbox.close(), webhook.close()]);
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

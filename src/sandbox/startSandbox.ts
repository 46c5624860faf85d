import { createServer } from 'node:http';
import type { Kysely } from 'kysely';
import { openStore } from '../store/openStore';
import { microsOf } from './amounts/microsOf';
import { createChance } from './faults/createChance';
import { createFaultBoard } from './faults/faultBoard';
import { createApp } from './http/createApp';
import { takeRawTargets } from './http/rawTargets';
import { listen, stop } from './http/serverLife';
import type { World } from './http/world';
import { keySecretOf } from './keys/keySecretOf';
import { createRateLimiter } from './limits/rateLimiter';
import { operations } from './operations';
import { createRequestLog } from './requests/requestLog';
import type { Sandbox } from './sandbox';
import type { SandboxOptions } from './sandboxOptions';
import { findSamples } from './seed/findSamples';
import { createRandom } from './seed/random';
import { seedSandbox } from './seed/seedSandbox';
import { migrations } from './storage/migrations';
import { refuseDamage } from './storage/refuseDamage';
import type { Tables } from './storage/tables';
import { createDispatcher } from './webhooks/createDispatcher';

/** Requests kept for a look at what arrived. */
const REQUESTS_KEPT = 10_000;

/** Seeded life ends here, unless the clock stands earlier: the same seed gives the same marketplace on every day. */
const SEEDED_UNTIL = Date.UTC(2025, 10, 1) / 1_000;

/** End of v1 (spec 9). */
const V1_SUNSET = Date.UTC(2025, 10, 30);

const USER_AGENT = 'lifeboat-sandbox';

const DOLLARS_PER_EURO = '1.0842';

/** Opens the store, fills it when it is new, and serves the marketplace. Throws when store or port cannot be had. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  refuseDamage(options.store);
  const store = await openStore<Tables>(options.store, migrations);
  try {
    return await serve(options, store.db, store.close);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(
  options: SandboxOptions,
  db: Kysely<Tables>,
  closeStore: () => Promise<void>,
): Promise<Sandbox> {
  const { clock, seed, sellers = 1, offers = 120 } = options;
  const until = Math.min(SEEDED_UNTIL, Math.floor(clock.now() / 1_000));
  const isNew = await seedSandbox(
    db,
    { seed, sellers, offers, until },
    options.progress ?? (() => undefined),
    options.stop,
  );
  const keySecret = await keySecretOf(db, seed);
  const samples = await findSamples(db, until, keySecret);
  const world = createWorld(options, db, keySecret);
  const server = createServer(createApp(operations, world));
  takeRawTargets(server);
  const port = await listen(server, options.host, options.port);
  return {
    origin: `http://${options.host}:${port}`,
    port,
    isNew,
    ...samples,
    v1Sunset: world.v1Sunset,
    requests: world.requests.all,
    webhooksIdle: world.webhooks.idle,
    close: async () => {
      await stop(server);
      await world.webhooks.close();
      await closeStore();
    },
  };
}

function createWorld(options: SandboxOptions, db: Kysely<Tables>, keySecret: string): World {
  const { clock, seed, reportBug = () => undefined } = options;
  return {
    db,
    clock,
    keySecret,
    display: {
      shape: options.liveShapes ? 'live' : 'specified',
      dollarsPerEuro: microsOf(options.dollarsPerEuro ?? DOLLARS_PER_EURO),
    },
    v1Sunset: options.v1Sunset ?? V1_SUNSET,
    limitMode: options.rateLimits ?? 'off',
    limiter: createRateLimiter(),
    faults: createFaultBoard(createRandom(seed)),
    chance: createChance(createRandom(seed)),
    requests: createRequestLog(REQUESTS_KEPT),
    webhooks: createDispatcher(db, clock, options.webhookUserAgent ?? USER_AGENT, reportBug),
    reportBug,
  };
}

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Kysely } from 'kysely';
import { inspectStore, openStore, type StoreLocation } from '../store/openStore';
import { failureCode } from '../store/transactions';
import { microsOf } from './values/amounts';
import { createChance, createRandom } from './values/random';
import { createFaultBoard } from './faults/faultBoard';
import { createMarketplaceApp } from './http/marketplaceApp';
import { takeRawTargets } from './http/rawTargets';
import type { Marketplace } from './http/marketplace';
import { keySecretOf } from './keys/keyTokens';
import { createRateLimiter } from './http/rateLimiter';
import { operations } from './sandboxOperations';
import { createRequestLog } from './http/recordedRequests';
import type { Sandbox, SandboxOptions } from './sandboxOptions';
import { findSamples } from './seed/findSamples';
import { seedSandbox } from './seed/seedSandbox';
import { migrations } from './storage/sandboxMigrations';
import type { Tables } from './storage/sandboxTables';
import { createDispatcher } from './webhooks/webhookDispatcher';

/** Throws for an existing but damaged file: reading on could end the process in the middle of an answer. */
function refuseDamage(location: StoreLocation): void {
  if (location.kind === 'memory' || !existsSync(location.path)) return;
  const verdict = verdictOf(location.path);
  if (verdict !== 'ok') throw new Error(`it is damaged: ${verdict.replace(/\s+/g, ' ')}`);
}

/** Gives SQLite's description of the damage, or the text of the error if the damage ends the inspection itself. */
function verdictOf(path: string): string {
  try {
    return inspectStore(path);
  } catch (error) {
    if (error instanceof Error && failureCode(error) === 'SQLITE_CORRUPT') return error.message;
    throw error;
  }
}

/** Listens and answers the port; throws when it cannot be had. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', () => undefined); // a connection that cannot be accepted
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Ends every connection, those under way included. */
async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Number of recorded requests that are kept. */
const REQUESTS_KEPT = 10_000;

/** Latest instant of seeded data, unless the clock is earlier: a seed gives the same marketplace on every day. */
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
  const marketplace = createMarketplace(options, db, keySecret);
  const server = createServer(createMarketplaceApp(operations, marketplace, samples));
  // Node takes its own listener off a connection that it hands over for CONNECT: the error of a reset would end the process.
  server.on('connection', (socket) => socket.on('error', () => undefined));
  takeRawTargets(server);
  const port = await listen(server, options.host, options.port);
  return {
    origin: `http://${options.host}:${port}`,
    port,
    isNew,
    ...samples,
    v1Sunset: marketplace.v1Sunset,
    requests: marketplace.requests.all,
    webhooksIdle: marketplace.webhooks.idle,
    close: async () => {
      await stop(server);
      await marketplace.webhooks.close();
      await closeStore();
    },
  };
}

function createMarketplace(options: SandboxOptions, db: Kysely<Tables>, keySecret: string): Marketplace {
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

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { inspectStore, openSqlite, type StoreLocation } from '../store/sqliteStore';
import { failureCode } from '../store/transactions';
import { gameOf } from './games/catalogue';
import { createMarketplace } from './http/answerOperation';
import { type Market, openMarket } from './market';
import { createMarketplaceApp } from './http/marketplaceApp';
import { findFirstKey } from './sellerKeys';
import type { Sandbox, SandboxOptions } from './sandboxOptions';
import { seedSandbox } from './seed/seedSandbox';
import { createTables } from './storage/sandboxSchema';
import { matchColumn, readSetting } from './storage/tables';

/** Throws for an existing but damaged file: reading it could end the process in the middle of an answer. */
function refuseDamage(location: StoreLocation): void {
  if (location.kind === 'memory' || !existsSync(location.path)) return;
  try {
    const verdict = inspectStore(location.path);
    if (verdict !== 'ok') throw new Error(`it is damaged: ${verdict.replace(/\s+/g, ' ')}`);
  } catch (error) {
    if (error instanceof Error && failureCode(error) === 'SQLITE_CORRUPT')
      throw new Error(`it is damaged: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Listens and returns the port. Throws if the port is unavailable. */
async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', () => undefined); // a connection that cannot be accepted
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/**
 * Latest instant of seeded data, in Unix seconds, unless the clock is earlier: a seed makes the same marketplace on
 * every day.
 */
const SEEDED_UNTIL = Date.UTC(2025, 10, 1) / 1_000;

/** Opens the store, fills a new one, and serves the marketplace. Throws if the store or the port is unavailable. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  refuseDamage(options.store);
  const database = openSqlite(options.store);
  try {
    createTables(database);
    return await serveMarketplace(options, database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Finds a login and a currency offer of the first seller, for a first try. */
function findSamples({ accounts, stocks }: Market) {
  const isFirst = matchColumn('seller_id', 1);
  const account = accounts.findFirst([isFirst, ['login is not null']]);
  const currency = stocks.findFirst([isFirst, matchColumn('kind', 'currency')]);
  return {
    sampleLogin: account?.login ?? '',
    sampleCurrencyOfferId: currency?.id ?? 0,
    sampleCurrencyGame: currency === undefined ? '' : gameOf(currency).slug,
  };
}

async function serveMarketplace(options: SandboxOptions, database: DatabaseSync): Promise<Sandbox> {
  const market = openMarket(database);
  const isNew = readSetting(database, 'sellers') === undefined;
  const at = Math.min(SEEDED_UNTIL, Math.floor(options.clock.now() / 1_000));
  if (isNew) await seedSandbox(database, market, options, at);
  const marketplace = createMarketplace(options, database, market);
  const { keySecret, v1Sunset, requests } = marketplace;
  const keyOf = (version: 'v1' | 'v2'): string => findFirstKey(market, version, at, keySecret);
  const keys = { v1: keyOf('v1'), v2: keyOf('v2') };
  const server = createServer(createMarketplaceApp(marketplace));
  // Node removes its own listener from a connection that it passes on for CONNECT; a reset would then end the process.
  server.on('connection', (socket) => socket.on('error', () => undefined));
  const port = await listenOn(server, options.host, options.port);
  return {
    origin: `http://${options.host}:${port}`,
    port,
    isNew,
    keys,
    v1Sunset,
    requests: requests.all,
    ...findSamples(market),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      database.close();
    },
  };
}

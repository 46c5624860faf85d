import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { openStore } from '../store/openStore';
import { microsOf } from './amounts/microsOf';
import { createApp } from './http/createApp';
import { keySecretOf } from './keys/keySecretOf';
import { operations } from './operations';
import { createRequestLog } from './requests/requestLog';
import type { Sandbox } from './sandbox';
import type { SandboxOptions } from './sandboxOptions';
import { findSamples } from './seed/findSamples';
import { seedSandbox } from './seed/seedSandbox';
import { migrations } from './storage/migrations';
import type { Tables } from './storage/tables';

/** Requests kept for a look at what arrived. */
const REQUESTS_KEPT = 10_000;

/** Seeded life ends here, unless the clock stands earlier: the same seed gives the same marketplace on every day. */
const SEEDED_UNTIL = Date.UTC(2025, 10, 1) / 1_000;

const DOLLARS_PER_EURO = '1.0842';

/** Opens the store, fills it when it is new, and serves the marketplace. Throws when store or port cannot be had. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, seed, sellers = 1, offers = 120 } = options;
  const { db, close } = await openStore<Tables>(options.store, migrations);
  const until = Math.min(SEEDED_UNTIL, Math.floor(clock.now() / 1_000));
  await seedSandbox(db, { seed, sellers, offers, until }, options.progress ?? (() => undefined));
  const keySecret = await keySecretOf(db, seed);
  const samples = await findSamples(db, until, keySecret);
  const requests = createRequestLog(REQUESTS_KEPT);
  const display = {
    shape: options.liveShapes ? ('live' as const) : ('specified' as const),
    dollarsPerEuro: microsOf(options.dollarsPerEuro ?? DOLLARS_PER_EURO),
  };
  const server = createServer(createApp(operations, { db, clock, display, keySecret, requests }));
  const port = await listen(server, options.host, options.port);
  return {
    origin: `http://${options.host}:${port}`,
    port,
    ...samples,
    requests: requests.all,
    close: async () => {
      await stop(server);
      await close();
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

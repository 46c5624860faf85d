import pino from 'pino';
import type { Config } from '../../src/config/configuration.js';
import { type Closers, createClosers } from '../../src/runtime/closers.js';
import { composeEdge } from '../../src/runtime/composeEdge.js';
import type { ServingComparison } from '../../src/runtime/composeGateway.js';
import { openEvidence } from '../../src/runtime/stores/openEvidence.js';
import { openStores } from '../../src/runtime/stores/openStores.js';
import { type ClientKeys, type Keys, passKeysOn } from '../../src/gateway/keys/clientKeys.js';
import type { Clock } from '../../src/contract/clock.js';
import type { Cutover } from '../../src/cutover/cutover.js';
import type { Mappings } from '../../src/mapping/compile/loadMappings.js';
import { serverLimits, type ServerLimits } from '../../src/http/server/openServer.js';
import { startServer } from '../../src/http/server/startServer.js';
import type { StoredIndex } from '../../src/gateway/lookup/indexStore.js';
import { systemClock } from '../../src/runtime/systemClock.js';
import { createUsageCounter } from '../../src/usage/usageCounter.js';
import { closeBehindTest } from './closeBehindTest.ts';
import { configFrom } from './configFrom.ts';
import { shipped } from './shipped.ts';

/** The whole public gateway with the shipped mappings, as `lifeboat serve` puts it together, on a free port. */
export interface StartedGateway {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Settings that differ from the defaults. */
export interface GatewaySettings {
  readonly v2: string;
  readonly v1?: string;
  /** Further settings as environment variables, e.g. `LIFEBOAT_DEADLINES_REQUEST`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly keys?: Keys | ClientKeys;
  /** Stages of a test's own, on its own clock. */
  readonly staged?: {
    readonly cutover: Cutover;
    readonly clock: Clock;
    readonly comparison?: ServingComparison;
  };
  readonly indexStore?: StoredIndex;
  /** Mappings in place of the shipped ones. */
  readonly mappings?: Mappings;
  readonly server?: Partial<ServerLimits>;
}

const reportFault = (error: unknown): never => {
  throw error;
};

/** The store in memory of all gateways of a test file without a v1, which has no stages that it could keep. */
let sharedStores: ReturnType<typeof openStores> | undefined;

function storesOf(config: Config, hasV1: boolean, closers: Closers): ReturnType<typeof openStores> {
  if (hasV1 || config.store.kind !== 'memory') return openStores(config, closers);
  return (sharedStores ??= openStores(config, createClosers(reportFault)));
}

/** Starts a gateway in front of a v2 upstream; nothing is logged. */
export async function startGateway(settings: GatewaySettings): Promise<StartedGateway> {
  const { v2, v1, environment = {}, keys = passKeysOn, indexStore, mappings = shipped() } = settings;
  const config = configFrom({ LIFEBOAT_UPSTREAM_V2: v2, LIFEBOAT_STORE: 'memory', ...environment });
  const closers = createClosers(reportFault);
  const logger = pino({ enabled: false });
  const openOwn = async () => {
    const stores = await storesOf(config, v1 !== undefined, closers);
    if (!stores.ok) throw new Error(stores.failure.join('\n'));
    const files = { plan: undefined, rules: [] };
    const options = { config, stores: stores.value, mappings, keyTable: [], files, logger, colour: false };
    const process = { role: 'whole', clock: systemClock } as const;
    const evidence = await openEvidence({ ...options, ...process, hasV1: v1 !== undefined }, closers);
    if (!evidence.ok) throw new Error(evidence.failure.join('\n'));
    return { cutover: evidence.value.cutover, clock: systemClock };
  };
  const stages = settings.staged ?? (await openOwn());
  const clientKeys = 'v1' in keys ? keys : { v1: keys, v2: passKeysOn };
  const { edge } = composeEdge(
    {
      config,
      origins: { v2, v1 },
      mappings,
      indexStore,
      keys: clientKeys,
      logger,
      ...stages,
      alarms: stages.cutover.alarms,
      usage: createUsageCounter(stages.cutover.counters),
    },
    closers,
  );
  const local = { host: '127.0.0.1', port: 0, tls: undefined, clock: systemClock };
  const limits = { ...serverLimits, ...settings.server };
  const started = await startServer({ edge, ...local, limits });
  if (!started.ok) throw new Error(started.failure.message);
  closers.add(() => started.value.close(0));
  return { origin: started.value.origin, close: closeBehindTest(closers.closeAll) };
}

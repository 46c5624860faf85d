import pino from 'pino';
import type { Config } from '../../src/config/configuration';
import { type Closers, createClosers } from '../../src/runtime/closers';
import { composeEdge } from '../../src/runtime/composeEdge';
import { openEvidence } from '../../src/runtime/stores/openEvidence';
import { openStores } from '../../src/runtime/stores/openStores';
import { readConfig } from '../../src/config/readConfig';
import { renderConfigFault } from '../../src/config/configFaults';
import { type Keys, passKeysOn } from '../../src/gateway/keys/clientKeys';
import type { Mappings } from '../../src/mapping/compile/loadMappings';
import { serverLimits, type ServerLimits } from '../../src/http/server/openServer';
import { startServer } from '../../src/http/server/startServer';
import type { StoredIndex } from '../../src/gateway/lookup/indexStore';
import { systemClock } from '../../src/runtime/systemClock';
import { shipped } from './shipped';

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
  readonly keys?: Keys;
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
  const read = readConfig({
    file: undefined,
    environment: { LIFEBOAT_UPSTREAM_V2: v2, LIFEBOAT_STORE: 'memory', ...environment },
    overrides: [],
    sandbox: false,
  });
  if (!read.ok)
    throw new Error(read.faults.map((fault) => renderConfigFault(fault, { colour: false })).join('\n'));
  const closers = createClosers(reportFault);
  const clientKeys = { v1: keys, v2: passKeysOn };
  const madeEntry = { config: read.config, origins: { v2, v1 }, mappings, indexStore };
  const entry = { ...madeEntry, keys: clientKeys };
  const logger = pino({ enabled: false });
  const stores = await storesOf(read.config, v1 !== undefined, closers);
  if (!stores.ok) throw new Error(stores.failure.join('\n'));
  const evidence = await openEvidence(
    {
      config: read.config,
      stores: stores.value,
      mappings,
      keyTable: [],
      files: { plan: undefined, rules: [] },
      hasV1: v1 !== undefined,
      logger,
      colour: false,
    },
    closers,
  );
  if (!evidence.ok) throw new Error(evidence.failure.join('\n'));
  const { cutover } = evidence.value;
  const { edge } = composeEdge(
    { ...entry, cutover, alarms: cutover.alarms, logger, clock: systemClock },
    closers,
  );
  const local = { host: '127.0.0.1', port: 0, tls: undefined, clock: systemClock };
  const limits = { ...serverLimits, ...settings.server };
  const started = await startServer({ edge, ...local, limits });
  if (!started.ok) throw new Error(started.failure.message);
  closers.add(() => started.value.close(0));
  return { origin: started.value.origin, close: closers.closeAll };
}

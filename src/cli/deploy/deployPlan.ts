import { join } from 'node:path';
import type { Config } from '../../config/configuration';
import { isLoopback } from '../../config/settingKinds';
import { ENDING_SPARE_MS } from '../../runtime/processLimits';
import { PACKAGE_ROOT, packageVersion } from '../../runtime/packageVersion';

/** A file to write: its name below the chosen folder, and its text. */
export interface DeployFile {
  readonly name: string;
  readonly text: string;
  /** Permissions; the system's default if absent. */
  readonly mode?: number;
}

/** Facts of the settings in force that the deploy files need. */
export interface DeployPlan {
  readonly port: number;
  readonly adminPort: number;
  /** Token of the admin port; a secret. */
  readonly adminToken: string;
  /** Seconds from SIGTERM to the end of the process. */
  readonly stopSeconds: number;
  readonly version: string;
  /** Path of Node, and path of the program that it runs. */
  readonly node: string;
  readonly program: string;
  /** Value of LIFEBOAT_STORE; it may hold a password. */
  readonly store: string;
  /** True for a store that several gateways share. */
  readonly isShared: boolean;
  /** The settings file and the files that it names, by their paths in its folder; all of them are secrets. */
  readonly carried: readonly DeployFile[];
}

/** A way of running the gateway. */
export interface DeployKind {
  /** Surroundings of the gateway: this machine, in a container, or in a container whose admin port is reached from outside. */
  readonly runs: 'here' | 'container' | 'reached';
  /** Reasons why these settings do not fit this way of running. */
  readonly faults?: (config: Config) => readonly string[];
  /** Reasons why these files of the settings cannot be carried. */
  readonly limits?: (carried: readonly DeployFile[]) => readonly string[];
  readonly files: (plan: DeployPlan) => readonly DeployFile[];
}

/** Paths of the settings and of the store's file in a container. */
export const CONTAINER_CONFIG = '/config/lifeboat.yaml';
const CONTAINER_STORE = '/data/lifeboat.db';

/** Escapes characters of an address that a shell or a reader of variables would change. */
const inert = (url: string): string =>
  url.replace(/[^\w.~:/?&=%@,+[\]-]/gu, encodeURIComponent).replaceAll("'", '%27');

/** Collects the facts of the settings in force that the deploy files need. */
export function deployPlan(
  { listen, admin, deadlines, store }: Config,
  { runs }: Pick<DeployKind, 'runs'>,
  carried: readonly DeployFile[],
): DeployPlan {
  const storeFile = runs === 'here' ? '/var/lib/lifeboat/lifeboat.db' : CONTAINER_STORE;
  return {
    port: listen.port,
    adminPort: admin.port,
    adminToken: admin.token ?? '',
    stopSeconds: Math.ceil((deadlines.shutdown + ENDING_SPARE_MS) / 1000),
    version: packageVersion(),
    node: process.execPath,
    program: join(PACKAGE_ROOT, 'dist', 'cli.js'),
    store: store.kind === 'postgres' ? inert(store.written) : store.kind === 'file' ? storeFile : store.kind,
    isShared: store.kind === 'postgres',
    carried,
  };
}

/** The folder of secrets, which git ignores. */
export const ignoredSecrets: DeployFile = { name: 'secrets/.gitignore', text: '*\n' };

/** Renders the files that hold secrets, in a folder that only its owner can enter. */
export const secretFiles = ({ store, carried }: DeployPlan): readonly DeployFile[] => [
  ignoredSecrets,
  // The store is named here, because notes of writes to a database are kept in the working directory.
  { name: 'secrets/lifeboat.env', text: `LIFEBOAT_STORE=${store}\n`, mode: 0o600 },
  ...carried.map((file) => ({ ...file, name: `secrets/config/${file.name}` })),
];

/** Lists the reasons why a way of running cannot have these settings. */
export const faultsOf = ({ runs, faults }: DeployKind, config: Config): readonly string[] => [
  ...(['listen', 'admin'] as const)
    .filter((name) => runs !== 'here' && config[name].port === 0)
    .map((name) => `${name}.port is 0, any free one: a container publishes a port that is named`),
  ...(faults?.(config) ?? []),
];

/** Returns the addresses in a container: all interfaces for a port that is reached from outside. */
export function hostsOf({ runs }: DeployKind, { admin }: Config): Readonly<Record<string, string>> {
  if (runs === 'here') return {};
  const everywhere = '0.0.0.0';
  return runs === 'container' && isLoopback(admin.host)
    ? { 'listen.host': everywhere }
    : { 'listen.host': everywhere, 'admin.host': everywhere };
}

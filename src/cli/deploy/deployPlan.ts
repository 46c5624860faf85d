import { join, extname } from 'node:path';
import { readdirSync } from 'node:fs';
import type { Config } from '../../config/configuration';
import { isLoopback } from '../../config/settingKinds';
import { ENDING_SPARE_MS } from '../../runtime/processLimits';
import { PACKAGE_ROOT, packageVersion } from '../../runtime/packageVersion';
import type { Environment } from '../../config';
import type { EffectiveSettings } from '../../config/readConfig';
import { listGivenSettings } from '../../config/renderSettings';
import { locatePath, addSetting } from '../../config/settingSources';
import { failure, type Result, success } from '../../contract/result';
import { parseKeyTable, readExchanges } from '../../gateway/keys/keyTable';
import { type Fault, renderFault } from '../../mapping/yaml/fileFault';
import { printYaml } from '../../mapping/yaml/printYaml';
import { readBytes, reasonOf } from '../../runtime/files';

/** A file to write: its name below the chosen folder, and its text. */
export interface DeployFile {
  readonly name: string;
  readonly text: string;
  /** Permissions; the system's default if absent. */
  readonly mode?: number;
}

/** Facts of the settings in force that the deploy files need. */
export type DeployPlan = ReturnType<typeof deployPlan>;

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

/** Option of Node with which a gateway under load takes 210 MB instead of 330; with 8 it takes no less, and copies twice as much. */
export const MEMORY_OPTION = '--max-semi-space-size=16';

/** Paths of the settings and of the store's file in a container. */
export const CONTAINER_CONFIG = '/config/lifeboat.yaml';
const CONTAINER_STORE = '/data/lifeboat.db';

/** Escapes characters of an address that a shell or a reader of variables would change. */
const escapeAddress = (url: string): string =>
  url.replace(/[^\w.~:/?&=%@,+[\]-]/gu, encodeURIComponent).replaceAll("'", '%27');

/** Returns the store for a variable: a file is named by its place where the gateway will run. */
function storeVariable(store: Config['store'], runs: DeployKind['runs']): string {
  if (store.kind === 'postgres') return escapeAddress(store.written);
  if (store.kind === 'memory') return store.kind;
  return runs === 'here' ? '/var/lib/lifeboat/lifeboat.db' : CONTAINER_STORE;
}

/** Collects the facts of the settings in force that the deploy files need. */
export function deployPlan(
  { listen, admin, deadlines, store }: Config,
  runs: DeployKind['runs'],
  carried: readonly DeployFile[],
) {
  return {
    port: listen.port,
    adminPort: admin.port,
    /** A secret. */
    adminToken: admin.token ?? '',
    /** Seconds from SIGTERM to the end of the process. */
    stopSeconds: Math.ceil((deadlines.shutdown + ENDING_SPARE_MS) / 1000),
    version: packageVersion(),
    node: process.execPath,
    program: join(PACKAGE_ROOT, 'dist', 'cli.js'),
    /** Value of LIFEBOAT_STORE; it may hold a password. */
    store: storeVariable(store, runs),
    /** True for a store that several gateways share. */
    isShared: store.kind === 'postgres',
    /** The settings file and the files that it names, by their paths in its folder; all of them are secrets. */
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
  if (runs === 'container' && isLoopback(admin.host)) return { 'listen.host': everywhere };
  return { 'listen.host': everywhere, 'admin.host': everywhere };
}

type Carried = Result<readonly DeployFile[], readonly string[]>;

const HEAD = `The settings that were in force when these files were written, but for the store (LIFEBOAT_STORE).
Paths are relative to this file.`;

/** Writes each v2 key that the table takes from the environment into the table: the environment is not carried. */
function carryKeys(file: string, text: string, environment: Environment): Result<string, readonly string[]> {
  const carryFaults = (faults: readonly Fault[]) =>
    failure(faults.map((fault) => renderFault(fault, { colour: false })));
  const parsed = parseKeyTable(file, text);
  if (!parsed.ok) return carryFaults(parsed.failure);
  const exchanges = readExchanges(parsed.value, environment);
  if (!exchanges.ok) return carryFaults(exchanges.failure);
  const keys = parsed.value.table.keys.map((entry, index) => ({
    ...entry,
    v2: (exchanges.value[index]?.v2 ?? []).map((value) => ({ value })),
  }));
  return success(printYaml({ keys }, 'v1 keys (as SHA-256) and the v2 keys they stand for.'));
}

/** Reads a file to carry. Its text must be UTF-8, as every deploy file is. */
function carryFile(setting: string, file: string, name: string, environment: Environment): Carried {
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`${setting}: ${bytes.failure}`]);
  const text = bytes.value.toString();
  if (!Buffer.from(text).equals(bytes.value)) return failure([`${setting}: ${file} is no text in UTF-8`]);
  const carried = setting === 'keys.exchange' ? carryKeys(file, text, environment) : success(text);
  return carried.ok ? success([{ name, text: carried.value, mode: 0o600 }]) : carried;
}

function joinParts(carriedParts: readonly Carried[]): Carried {
  const failures = carriedParts.flatMap((carriedPart) => (carriedPart.ok ? [] : carriedPart.failure));
  if (failures.length > 0) return failure(failures);
  return success(carriedParts.flatMap((carriedPart) => (carriedPart.ok ? carriedPart.value : [])));
}

/** Reads the YAML files of a folder and of its subfolders. */
function carryFolder(setting: string, folder: string, environment: Environment): Carried {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.yaml'));
    return joinParts(
      names.map((name) => carryFile(setting, join(folder, name), `${setting}/${name}`, environment)),
    );
  } catch (error) {
    return failure([`${setting}: ${folder} cannot be read: ${reasonOf(error)}`]);
  }
}

/** Collects the settings in force as `lifeboat.yaml`, and next to it every file that a setting names. */
export function carrySettings({ settings, sources }: EffectiveSettings, environment: Environment): Carried {
  const set = listGivenSettings(settings, sources).filter(({ leaf }) => leaf.name !== 'store');
  const named = set.map(({ leaf: { name, path, file }, source, value }) => {
    if (file !== true || typeof value !== 'string') return { path, value, files: success([]) };
    const filePath = locatePath(source, value);
    if (name === 'mappings') return { path, value: name, files: carryFolder(name, filePath, environment) };
    const copy = `${name}${extname(value)}`;
    return { path, value: copy, files: carryFile(name, filePath, copy, environment) };
  });
  const values = named.reduce<unknown>((settings, { path, value }) => addSetting(settings, path, value), {});
  const deployFile: DeployFile = { name: 'lifeboat.yaml', text: printYaml(values, HEAD), mode: 0o600 };
  return joinParts([success([deployFile]), ...named.map(({ files }) => files)]);
}

import { existsSync, readFileSync } from 'node:fs';
import { readDocument, type YamlDocument } from '../mapping/yaml/yamlDocument';
import {
  type ConfigFault,
  explainIssues,
  maskSecrets,
  missingSettings,
  type Purpose,
  unknownSettings,
  unknownVariables,
} from './configFaults';
import { type Config, toConfig } from './configuration';
import { isLoopback } from './settingKinds';
import type { Environment } from '../config';
import { gather, type Override, type SettingSource } from './settingSources';
import { settings, type Settings } from './settings';
import { formerWarnings, storeText } from './storePlace';

/** Name of the settings file if none is given. */
const DEFAULT_FILE = 'lifeboat.yaml';

/** The settings file as a document; undefined when none was named and the default one does not exist. */
interface SettingsFile {
  readonly document: YamlDocument | undefined;
  readonly faults: readonly ConfigFault[];
}

/** Reads `named`, or `lifeboat.yaml` in the working directory if there is one. */
function readSettingsFile(named: string | undefined): SettingsFile {
  const file = named ?? DEFAULT_FILE;
  const exists = existsSync(file);
  if (named === undefined && !exists) return { document: undefined, faults: [] };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = exists ? `cannot be read: ${reason}` : 'cannot be read: there is no such file';
    const hint = exists ? 'check its type and permissions' : `write one with: lifeboat init ${file}`;
    const fault: ConfigFault = { kind: 'named', place: file, code: 'unreadable-file', message, hint };
    return { document: undefined, faults: [fault] };
  }
  const document = readDocument(file, text);
  return { document, faults: document.faults.map((fault) => ({ kind: 'file', fault: maskSecrets(fault) })) };
}

/** Returns warnings about settings that are allowed but most likely a mistake; printed at start-up. */
export function warnings(config: Config): string[] {
  const { upstream, listen, index } = config;
  const endsWithProcess =
    config.isStoreNamed && config.store.kind !== 'memory' && index.store.kind === 'memory';
  const secret = `index.secret is not set: the index of logins is not in the store; make one with: openssl rand -hex 32`;
  const former = [...formerWarnings(config), ...(endsWithProcess ? [secret] : [])];
  if (upstream.kind === 'sandbox') return [...former];
  const plain = Object.entries({ v2: upstream.v2, v1: upstream.v1 }).flatMap(([name, origin]) => {
    const url = new URL(origin ?? 'https://none');
    const open = url.protocol === 'http:' && !isLoopback(url.hostname);
    return open
      ? [
          `upstream.${name} is plain http: keys and passwords travel readable, and the service refuses it (spec, first paragraph)`,
        ]
      : [];
  });
  const open = listen.tls.kind === 'off' && !isLoopback(listen.host);
  const bare = `the gateway listens on ${listen.host} without TLS: put a TLS proxy before it, or set listen.tls`;
  return [...former, ...plain, ...(open ? [bare] : [])];
}

/** Options of readConfig. */
export interface ConfigRequest extends Purpose {
  /** The settings file; undefined for `lifeboat.yaml` in the working directory, if there is one. */
  readonly file: string | undefined;
  readonly environment: Environment;
  readonly overrides: readonly Override[];
}

/** The settings in effect. */
interface Effective {
  readonly settings: Settings;
  /** Sources by setting name; a setting without a source has its default. */
  readonly sources: ReadonlyMap<string, SettingSource>;
}

/** A configuration, or all faults; with faults the settings are included if each single one is valid. */
export type ReadConfig =
  | { readonly ok: true; readonly config: Config; readonly effective: Effective }
  | {
      readonly ok: false;
      readonly faults: readonly ConfigFault[];
      readonly effective: Effective | undefined;
    };

/** Reads settings from file, environment and command line (the later wins) and checks them all. */
export function readConfig(request: ConfigRequest): ReadConfig {
  const { document, faults: fileFaults } = readSettingsFile(request.file);
  const strangers = [...unknownVariables(request.environment), ...unknownSettings(request.overrides)];
  if (fileFaults.length > 0)
    return { ok: false, faults: [...fileFaults, ...strangers], effective: undefined };
  const { values, sources } = gather(document, request.environment, request.overrides);
  const parsed = settings.safeParse(values, { reportInput: true });
  if (!parsed.success) {
    const faults = [...explainIssues(parsed.error.issues, document, sources), ...strangers];
    return { ok: false, faults, effective: undefined };
  }
  const config = toConfig(parsed.data, sources, { ...request, file: document?.file });
  // A former setting, or the purpose, may have placed it elsewhere than it was written.
  const isPlaced = config.formerStores.length > 0 || request.inMemory === true;
  const store = isPlaced || config.store.kind === 'postgres' ? storeText(config) : parsed.data.store;
  const effective = { settings: { ...parsed.data, store }, sources };
  const faults = [...strangers, ...missingSettings(parsed.data, request)];
  return faults.length > 0 ? { ok: false, faults, effective } : { ok: true, config, effective };
}

import { existsSync, readFileSync } from 'node:fs';
import { readDocument, type YamlDocument } from '../mapping/yaml/yamlDocument';
import {
  type ConfigFault,
  explainIssues,
  maskSecrets,
  findUnknownSettings,
  findUnknownVariables,
} from './configFaults';
import { type Purpose, storeText } from './storePlace';
import { type Config, toConfig } from './configuration';
import { isLoopback } from './settingKinds';
import type { Environment } from '../config';
import { readProfile } from '../mapping/profile/profileFile';
import { readProfileText } from '../mapping/yaml/mappingFolder';
import { gatherSettings, locatePath, type Override, type SettingSource } from './settingSources';
import { settings, type Settings } from './settings';

const DEFAULT_FILE = 'lifeboat.yaml';

/** The settings file as a document. It is undefined when none was named and the default one does not exist. */
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
    const unreadable = { kind: 'named', place: file, code: 'unreadable-file' } as const;
    if (!exists) {
      const hint = `write one with: lifeboat init ${file}`;
      const message = 'cannot be read: there is no such file';
      return { document: undefined, faults: [{ ...unreadable, message, hint }] };
    }
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const hint = 'check its type and permissions';
    return { document: undefined, faults: [{ ...unreadable, message, hint }] };
  }
  const document = readDocument(file, text);
  return { document, faults: document.faults.map((fault) => ({ kind: 'file', fault: maskSecrets(fault) })) };
}

/** Returns warnings about settings that are allowed but most likely a mistake. The start prints them. */
export function listSettingWarnings(config: Config): string[] {
  const { upstream, listen, index } = config;
  const endsWithProcess =
    config.isStoreNamed && config.store.kind !== 'memory' && index.store.kind === 'memory';
  const secretWarning = `index.secret is not set: the index of logins is not in the store; make one with: openssl rand -hex 32`;
  const indexWarnings = endsWithProcess ? [secretWarning] : [];
  if (upstream.kind === 'sandbox') return indexWarnings;
  const plainHttpWarnings = Object.entries({ v2: upstream.v2, v1: upstream.v1 }).flatMap(([name, origin]) => {
    if (origin === undefined) return [];
    const url = new URL(origin);
    if (url.protocol !== 'http:' || isLoopback(url.hostname)) return [];
    return `upstream.${name} is plain http: keys and passwords travel readable, and the service refuses it (spec, first paragraph)`;
  });
  if (listen.tls.kind !== 'off' || isLoopback(listen.host)) return [...indexWarnings, ...plainHttpWarnings];
  const noTlsWarning = `the gateway listens on ${listen.host} without TLS: put a TLS proxy before it, or set listen.tls`;
  return [...indexWarnings, ...plainHttpWarnings, noTlsWarning];
}

export interface ConfigRequest extends Purpose {
  /** The settings file. It is undefined for `lifeboat.yaml` in the working directory, if there is one. */
  readonly file: string | undefined;
  readonly environment: Environment;
  readonly overrides: readonly Override[];
}

/** The settings in effect. */
export interface EffectiveSettings {
  readonly settings: Settings;
  /** Sources by setting name; a setting without a source has its default. */
  readonly sources: ReadonlyMap<string, SettingSource>;
}

/** A configuration, or all faults; the faults come with the settings if each setting alone is valid. */
export type ReadConfig =
  | { readonly ok: true; readonly config: Config; readonly effective: EffectiveSettings }
  | {
      readonly ok: false;
      readonly faults: readonly ConfigFault[];
      readonly effective: EffectiveSettings | undefined;
    };

/**
 * Puts the end of v1 from the profile of the mappings, which is read later with them, in place of a default. A default of
 * the shipped pair says nothing about when another v1 was deprecated.
 */
function addDatesOfPair(settings: Settings, sources: EffectiveSettings['sources']): Settings {
  const { mappings, sunset, deprecation } = settings;
  if (mappings === undefined) return settings;
  try {
    const profile = readProfile(readProfileText(locatePath(sources.get('mappings'), mappings)));
    if (!profile.ok) return settings;
    const { contracts, v1 } = profile.value;
    return {
      ...settings,
      sunset: sources.has('sunset') ? sunset : (v1.sunset ?? sunset),
      deprecation: contracts === 'shipped' || sources.has('deprecation') ? deprecation : undefined,
    };
  } catch {
    return settings;
  }
}

/** Reads settings from file, environment and command line (a later source wins) and checks them all. */
export function readConfig(request: ConfigRequest): ReadConfig {
  const { document, faults: fileFaults } = readSettingsFile(request.file);
  const strangers = [...findUnknownVariables(request.environment), ...findUnknownSettings(request.overrides)];
  if (fileFaults.length > 0)
    return { ok: false, faults: [...fileFaults, ...strangers], effective: undefined };
  const { values, sources } = gatherSettings(document, request.environment, request.overrides);
  const parsedSettings = settings.safeParse(values, { reportInput: true });
  if (!parsedSettings.success) {
    const faults = [...explainIssues(parsedSettings.error.issues, document, sources), ...strangers];
    return { ok: false, faults, effective: undefined };
  }
  const writtenSettings = addDatesOfPair(parsedSettings.data, sources);
  const config = toConfig(writtenSettings, sources, { ...request, file: document?.file });
  // The purpose may have chosen another place than the written one.
  const isPlaced = request.inMemory === true;
  const store = isPlaced || config.store.kind === 'postgres' ? storeText(config) : writtenSettings.store;
  const effective = { settings: { ...writtenSettings, store }, sources };
  const faults = [
    ...strangers,
    ...findSharedPort(writtenSettings),
    ...findMissingSettings(writtenSettings, request),
  ];
  return faults.length > 0 ? { ok: false, faults, effective } : { ok: true, config, effective };
}

const WILDCARD_HOSTS = new Set(['0.0.0.0', '::']);

function findSharedPort({ listen, admin }: Settings): ConfigFault[] {
  const meet =
    listen.host === admin.host || WILDCARD_HOSTS.has(listen.host) || WILDCARD_HOSTS.has(admin.host);
  if (listen.port !== admin.port || listen.port === 0 || !meet) return [];
  const message = `is ${admin.port}, as listen.port is: each needs a port of its own`;
  const hint = 'choose another with --admin-port or LIFEBOAT_ADMIN_PORT (0 for any free one)';
  return [{ kind: 'named', place: 'admin.port', code: 'same-port', message, hint }];
}

/** Returns a fault for each setting that is missing only because of another setting's value. */
function findMissingSettings(settings: Settings, { sandbox }: Purpose): ConfigFault[] {
  const { upstream, keys, notify, admin, events } = settings;
  const { host, token, tokens, trustedUser, trustedProxies } = admin;
  const needs: readonly [isMissing: boolean, place: string, needed: string, hint: string][] = [
    [
      upstream.v2 === undefined && !sandbox,
      'upstream.v2',
      'the origin of API v2, such as https://api.example.com',
      'set LIFEBOAT_UPSTREAM_V2, write it into a file made by `lifeboat init`, or try `lifeboat serve --sandbox`',
    ],
    [
      keys.v2Paths === 'exchange' && keys.exchange === undefined,
      'keys.exchange',
      'without a table there is nothing to exchange under /v2 (keys.v2Paths)',
      'make a table with `lifeboat keys add` and set LIFEBOAT_KEYS_EXCHANGE',
    ],
    [
      notify.smtp !== undefined && notify.to === undefined,
      'notify.to',
      'without it notify.smtp has no recipient',
      'set LIFEBOAT_NOTIFY_TO to the mail addresses of who is to get the notices',
    ],
    ...(['secret', 'receiver', 'receiverSecret'] as const).map((name): (typeof needs)[number] => [
      events[name] === undefined && Object.keys(events).length > 1,
      `events.${name}`,
      'events take an address, its secret and that of v2',
      'set LIFEBOAT_EVENTS_SECRET, LIFEBOAT_EVENTS_RECEIVER and LIFEBOAT_EVENTS_RECEIVER_SECRET',
    ]),
    [
      !isLoopback(host) && (token ?? tokens ?? trustedUser) === undefined,
      'admin.token',
      'an admin port that others can reach needs one',
      'set LIFEBOAT_ADMIN_TOKEN to the output of: openssl rand -hex 32',
    ],
    [
      trustedUser !== undefined && trustedProxies === undefined,
      'admin.trustedProxies',
      'without it the user that a request names is never believed',
      'set LIFEBOAT_ADMIN_TRUSTED_PROXIES to the addresses of your proxies',
    ],
  ];
  return needs
    .filter(([isMissing]) => isMissing)
    .map(([, place, needed, hint]) => {
      return { kind: 'named', place, code: 'missing-setting', message: `is missing: ${needed}`, hint };
    });
}

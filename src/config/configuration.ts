import { dirname, resolve } from 'node:path';
import { type ComparisonConfig, comparisonOf } from './comparisonSettings';
import type { Locate } from './settingKinds';
import type { Settings } from './settings';
import { listedTexts } from './upstreamSettings';
import { type Purpose, placeStore, type StorePlace, type StorePlaces } from './storePlace';
import type { DateStyles } from '../mapping/compile/loadMappings';
import { SHIPPED_MAPPINGS } from '../mapping/yaml/mappingFolder';
import { locatePath, type SettingSource } from './settingSources';

/** Configuration as the program uses it: frozen, with absolute paths, and with tagged unions for alternatives. */
export interface Config extends StorePlaces {
  readonly listen: {
    readonly host: string;
    readonly port: number;
    readonly tls:
      | { readonly kind: 'off' }
      | { readonly kind: 'on'; readonly cert: string; readonly key: string };
  };
  readonly admin: {
    readonly host: string;
    readonly port: number;
    /** Secret; undefined: no changes are possible over the admin port. */
    readonly token: string | undefined;
    /** File of the named tokens. */
    readonly tokens: string | undefined;
    /** Header that names the user of a trusted proxy; undefined: none is trusted. */
    readonly trustedUser: string | undefined;
    readonly trustedProxies: readonly string[];
  };
  readonly upstream:
    | { readonly kind: 'sandbox' }
    | {
        readonly kind: 'service';
        /** Origin of API v2. */
        readonly v2: string;
        /** Origin of API v1; undefined if only translated requests are answered. */
        readonly v1: string | undefined;
      };
  /** Milliseconds since the Unix epoch. */
  readonly sunset: number;
  /** Deprecation of v1, milliseconds since the Unix epoch. */
  readonly deprecation: number;
  /** Address for the Link header of every v1 answer. */
  readonly guide: string | undefined;
  readonly keys:
    | { readonly kind: 'passOn' }
    | {
        readonly kind: 'exchange';
        readonly file: string;
        /** `exchange`: v1 keys are exchanged on v2's paths as well. */
        readonly v2Paths: 'exchange' | 'pass';
      };
  /** v2 key for requests that v1 answers without a key. */
  readonly guestKey: string | undefined;
  readonly index: {
    readonly freshSeconds: number;
    readonly pageBudget: number;
    /** True to fill the indexes of the keys in the exchange table before clients come. */
    readonly warm: boolean;
    /** Secret of the index; a random one ends with the process, and the index with it. */
    readonly secret: { readonly kind: 'random' } | { readonly kind: 'given'; readonly value: string };
    /** The store; memory if no secret outlives the process. */
    readonly store: StorePlace;
  };
  readonly cutover: {
    /** File of the plan. */
    readonly plan: string | undefined;
    /** Side that answers for a resource that was never moved. */
    readonly start: 'v1' | 'v2';
    readonly seed: string;
    readonly fallback: boolean;
    /** Stages at which v1 takes a write that v2 has refused by its rate limit. */
    readonly limitedWrites: 'canary' | 'on' | 'off';
    /** Number of people that a move forward takes. */
    readonly approvals: number;
    /** True if v2 may answer reads in a canary where v1 keeps failing. */
    readonly readsFromV2: boolean;
    /** End of the gateway itself, milliseconds since the Unix epoch. */
    readonly end: number | undefined;
  };
  readonly comparison: ComparisonConfig;
  /** Addresses of notices; all of them are secrets. */
  readonly notify: {
    readonly webhook?: string | undefined;
    readonly secret?: string | undefined;
    readonly slack?: string | undefined;
    readonly smtp?: string | undefined;
    readonly to?: string | undefined;
    readonly from?: string | undefined;
    /** Address of the console as people reach it; no secret. */
    readonly console?: string | undefined;
  };
  /** Milliseconds. */
  readonly deadlines: Readonly<Settings['deadlines']>;
  /** Treatment of deprecated v2 requests: translated to their newer form or passed on. */
  readonly deprecatedForms: Settings['deprecatedForms'];
  /** Proxies whose statements about a client are believed; undefined: the APIs are told nothing about clients. */
  readonly forward: { readonly proxies: readonly string[] } | undefined;
  readonly passThrough: Readonly<Settings['passThrough']>;
  readonly writes: Readonly<Settings['writes']>;
  /** Folder of the mapping files. */
  readonly mappings: string;
  /** Styles of v1 dates by resource, which replace those in the mapping files; undefined: those of the files. */
  readonly dates: DateStyles | undefined;
  readonly log: Readonly<Settings['log']>;
  readonly lists: Readonly<Settings['lists']>;
  readonly limits: Readonly<Settings['limits']>;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

function upstreamOf({ v1, v2 }: Settings['upstream'], purpose: Purpose): Config['upstream'] {
  return purpose.sandbox || v2 === undefined ? { kind: 'sandbox' } : { kind: 'service', v2, v1 };
}

const keysOf = ({ exchange, v2Paths = 'exchange' }: Settings['keys'], absolute: Locate): Config['keys'] =>
  exchange === undefined
    ? { kind: 'passOn' }
    : { kind: 'exchange', file: absolute('keys.exchange', exchange), v2Paths };

const indexOf = (
  { secret, freshSeconds, pageBudget, warm }: Settings['index'],
  { store }: StorePlaces,
): Config['index'] => ({
  freshSeconds,
  pageBudget,
  warm: warm === 'on',
  secret: secret === undefined ? { kind: 'random' } : { kind: 'given', value: secret },
  store: secret === undefined ? { kind: 'memory' } : store,
});

/** Returns the address of the console on this machine; undefined if the system chooses its port. */
const consoleOf = ({ host, port }: Settings['admin']): string | undefined =>
  port === 0 ? undefined : `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Makes the path of the token file absolute, and lists the trusted proxies. */
const adminOf = (
  { host, port, token, tokens, trustedUser, trustedProxies }: Settings['admin'],
  absolute: Locate,
): Config['admin'] => ({
  host,
  port,
  token,
  trustedUser,
  trustedProxies: trustedProxies?.split(/, ?/) ?? [],
  tokens: tokens === undefined ? undefined : absolute('admin.tokens', tokens),
});

const cutoverOf = (cutover: Settings['cutover'], absolute: Locate): Config['cutover'] => ({
  plan: cutover.plan === undefined ? undefined : absolute('cutover.plan', cutover.plan),
  start: cutover.start,
  seed: cutover.seed,
  fallback: cutover.fallback === 'on',
  limitedWrites: cutover.limitedWrites,
  approvals: cutover.approvals,
  readsFromV2: cutover.readsFromV2 === 'on',
  end: cutover.end === undefined ? undefined : Date.parse(cutover.end),
});

/**
 * Converts complete settings to a configuration. A path is relative to the file that contains it; the default of the
 * store is relative to the settings file.
 */
export function toConfig(
  settings: Settings,
  sources: ReadonlyMap<string, SettingSource>,
  { file: settingsFile = '', ...purpose }: Purpose & { readonly file: string | undefined },
): Config {
  const absolute: Locate = (name, path) => {
    const source = sources.get(name);
    const isDefault = source === undefined && name === 'store';
    return isDefault ? resolve(dirname(settingsFile), path) : locatePath(source, path);
  };
  const { listen, admin, sunset, guide, keys, index, cutover, deadlines, mappings, log } = settings;
  const { host, port, tls } = listen;
  const stores = placeStore(settings, { ...purpose, sources, absolute });
  const config: Config = {
    listen: {
      host,
      port,
      tls:
        tls === undefined
          ? { kind: 'off' }
          : {
              kind: 'on',
              cert: absolute('listen.tls.cert', tls.cert),
              key: absolute('listen.tls.key', tls.key),
            },
    },
    admin: adminOf(admin, absolute),
    upstream: upstreamOf(settings.upstream, purpose),
    sunset: Date.parse(sunset),
    deprecation: Date.parse(settings.deprecation),
    guide,
    keys: keysOf(keys, absolute),
    guestKey: keys.guest,
    index: indexOf(index, stores),
    cutover: cutoverOf(cutover, absolute),
    comparison: comparisonOf(settings.comparison, absolute),
    notify: { ...settings.notify, console: settings.notify.console ?? consoleOf(admin) },
    ...stores,
    deadlines,
    deprecatedForms: settings.deprecatedForms,
    forward:
      settings.forward.client === 'on' ? { proxies: listedTexts(settings.forward.proxies ?? '') } : undefined,
    passThrough: settings.passThrough,
    writes: settings.writes,
    mappings: mappings === undefined ? SHIPPED_MAPPINGS : absolute('mappings', mappings),
    dates: settings.dates.account && { account: settings.dates.account },
    log,
    lists: settings.lists,
    limits: settings.limits,
  };
  return frozen(config);
}

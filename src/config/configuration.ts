import { dirname, resolve } from 'node:path';
import { listedTexts, type PathOf } from './settingKinds';
import type { Settings } from './settings';
import { placeStore, type Purpose, type StorePlace } from './storePlace';
import type { DateStyles } from '../mapping/compile/loadMappings';
import { SHIPPED_MAPPINGS } from '../mapping/yaml/mappingFolder';
import { locatePath, type SettingSource } from './settingSources';

/** Configuration as the program uses it: frozen, with absolute paths, and with tagged unions for alternatives. */
export type Config = ReturnType<typeof toConfig>;

type Frozen<Value> = { readonly [Name in keyof Value]: Frozen<Value[Name]> };

function freezeDeep<Value>(value: Value): Frozen<Value> {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freezeDeep(member);
    Object.freeze(value);
  }
  return value;
}

const KIBIBYTE_BYTES = 1024;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const comparisonOf = (
  { rules, values = '', bodyKilobytes, keepDays, windowDays, ...same }: Settings['comparison'],
  absolute: PathOf,
) => ({
  ...same,
  bodyBytes: bodyKilobytes * KIBIBYTE_BYTES,
  keepMs: keepDays * DAY_MS,
  windowMs: windowDays * DAY_MS,
  /** File of the agreed differences. */
  rules: absolute('comparison.rules', rules),
  /** Paths whose values may be kept. */
  values: listedTexts(values),
});

const limitsOf = ({ requestKilobytes, answerKilobytes, ...same }: Settings['limits']) => ({
  ...same,
  requestBytes: requestKilobytes * KIBIBYTE_BYTES,
  answerBytes: answerKilobytes * KIBIBYTE_BYTES,
});

const cutoverOf = ({ plan, fallback, readsFromV2, end, ...same }: Settings['cutover'], absolute: PathOf) => ({
  ...same,
  plan: absolute('cutover.plan', plan),
  fallback: fallback === 'on',
  readsFromV2: readsFromV2 === 'on',
  /** End of the gateway itself, milliseconds since the Unix epoch. */
  end: end === undefined ? undefined : Date.parse(end),
});

function tlsOf({ tls }: Settings['listen'], absolute: PathOf) {
  if (tls === undefined) return { kind: 'off' } as const;
  const { cert, key } = tls;
  return {
    kind: 'on',
    cert: absolute('listen.tls.cert', cert),
    key: absolute('listen.tls.key', key),
  } as const;
}

function keysOf({ exchange, v2Paths = 'exchange' }: Settings['keys'], absolute: PathOf) {
  if (exchange === undefined) return { kind: 'passOn' } as const;
  return { kind: 'exchange', file: absolute('keys.exchange', exchange), v2Paths } as const;
}

/** Returns the receiver of events. Returns undefined if there is none. */
function eventsOf({ secret, receiver, receiverSecret, keepHours }: Settings['events']) {
  if (secret === undefined || receiver === undefined || receiverSecret === undefined) return undefined;
  return { secret, receiver, receiverSecret, keepMs: keepHours * HOUR_MS };
}

const indexOf = ({ secret, warm, ...same }: Settings['index'], store: StorePlace) => ({
  ...same,
  warm: warm === 'on',
  secret: secret === undefined ? ({ kind: 'random' } as const) : ({ kind: 'given', value: secret } as const),
  store: secret === undefined ? ({ kind: 'memory' } as const) : store,
});

/** Returns the address of the console on this machine. Returns undefined if the system chooses its port. */
function consoleOf({ host, port }: Settings['admin']): string | undefined {
  if (port === 0) return undefined;
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

const instantIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

/**
 * Converts complete settings to a configuration. A path is relative to the file that contains it. The default of the
 * store is relative to the settings file.
 */
export function toConfig(
  settings: Settings,
  sources: ReadonlyMap<string, SettingSource>,
  { file: settingsFile = '', sandbox, inMemory }: Purpose & { readonly file: string | undefined },
) {
  const absolute: PathOf = (name, path) => path && (locatePath(sources.get(name), path) as never);
  const { listen, admin, upstream, keys, forward } = settings;
  const stores = placeStore(settings.store, sources.has('store'), inMemory, (path) =>
    sources.has('store') ? locatePath(sources.get('store'), path) : resolve(dirname(settingsFile), path),
  );
  return freezeDeep({
    listen: {
      ...listen,
      tls: tlsOf(listen, absolute),
    },
    admin: {
      ...admin,
      tokens: absolute('admin.tokens', admin.tokens),
      trustedProxies: listedTexts(admin.trustedProxies ?? ''),
    },
    upstream:
      sandbox || upstream.v2 === undefined
        ? { kind: 'sandbox' as const }
        : { kind: 'service' as const, v2: upstream.v2, v1: upstream.v1 },
    /** End and deprecation of v1, ms since the Unix epoch. A date that no setting names is undefined. */
    sunset: Date.parse(settings.sunset),
    deprecation: instantIn(settings.deprecation),
    guide: settings.guide,
    keys: keysOf(keys, absolute),
    /** v2 key for requests that v1 answers without a key. */
    guestKey: keys.guest,
    index: indexOf(settings.index, stores.store),
    cutover: cutoverOf(settings.cutover, absolute),
    comparison: comparisonOf(settings.comparison, absolute),
    /** Addresses of notices; all of them but the console are secrets. */
    notify: { ...settings.notify, console: settings.notify.console ?? consoleOf(admin) },
    events: eventsOf(settings.events),
    ...stores,
    deadlines: settings.deadlines,
    deprecatedForms: settings.deprecatedForms,
    /** Proxies whose statements about a client are believed. Undefined: the APIs are told nothing about clients. */
    forward: forward.client === 'on' ? { proxies: listedTexts(forward.proxies ?? '') } : undefined,
    passThrough: settings.passThrough,
    writes: settings.writes,
    mappings: settings.mappings === undefined ? SHIPPED_MAPPINGS : absolute('mappings', settings.mappings),
    /** Styles of v1 dates by resource, which replace those in the mapping files. Undefined: those of the files. */
    dates: settings.dates.account && ({ account: settings.dates.account } satisfies DateStyles),
    log: settings.log,
    lists: settings.lists,
    limits: limitsOf(settings.limits),
  });
}

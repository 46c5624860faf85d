import { dirname, resolve } from 'node:path';
import type { Config } from './config';
import type { Purpose } from './missingSettings';
import { MEMORY } from './settingKinds';
import type { Settings } from './settings';
import { SHIPPED_MAPPINGS } from './shippedMappings';
import type { Source } from './source';

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

function upstreamOf({ v1, v2 }: Settings['upstream'], purpose: Purpose): Config['upstream'] {
  return purpose.sandbox || v2 === undefined ? { kind: 'sandbox' } : { kind: 'service', v2, v1 };
}

const KIBIBYTE = 1024;
const DAY = 24 * 60 * 60 * 1000;

/** Finds the file of a setting: relative to the settings file when written there, else to the working directory. */
type Locate = (name: string, path: string) => string;

const storeAt = (name: string, path: string, absolute: Locate): Config['store'] =>
  path === MEMORY ? { kind: 'memory' } : { kind: 'file', file: absolute(name, path) };

const keysOf = ({ exchange, v2Paths = 'exchange' }: Settings['keys'], absolute: Locate): Config['keys'] =>
  exchange === undefined
    ? { kind: 'passOn' }
    : { kind: 'exchange', file: absolute('keys.exchange', exchange), v2Paths };

function comparisonOf(
  { rules, values = '', store, bodyKilobytes, keepDays, windowDays, ...same }: Settings['comparison'],
  absolute: Locate,
): Config['comparison'] {
  return {
    ...same,
    bodyBytes: bodyKilobytes * KIBIBYTE,
    keepMs: keepDays * DAY,
    windowMs: windowDays * DAY,
    rules: rules === undefined ? undefined : absolute('comparison.rules', rules),
    values: values
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== ''),
    store: storeAt('comparison.store', store, absolute),
  };
}

/** The configuration that settings make, fit for use when they lack nothing; a path is relative to the file it is written in. */
export function toConfig(settings: Settings, sources: ReadonlyMap<string, Source>, purpose: Purpose): Config {
  const absolute: Locate = (name, path) => {
    const source = sources.get(name);
    return source?.kind === 'file' ? resolve(dirname(source.file), path) : resolve(path);
  };
  const { listen, admin, sunset, guide, keys, index, store, cutover, deadlines, mappings, log } = settings;
  const { host, port, tls } = listen;
  const { secret, freshSeconds, pageBudget, warm } = index;
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
    admin: { host: admin.host, port: admin.port, token: admin.token },
    upstream: upstreamOf(settings.upstream, purpose),
    sunset: Date.parse(sunset),
    guide,
    keys: keysOf(keys, absolute),
    guestKey: keys.guest,
    index: {
      freshSeconds,
      pageBudget,
      warm: warm === 'on',
      secret: secret === undefined ? { kind: 'random' } : { kind: 'given', value: secret },
    },
    cutover: {
      store: storeAt('cutover.store', cutover.store, absolute),
      plan: cutover.plan === undefined ? undefined : absolute('cutover.plan', cutover.plan),
      start: cutover.start,
      seed: cutover.seed,
      fallback: cutover.fallback === 'on',
      end: cutover.end === undefined ? undefined : Date.parse(cutover.end),
    },
    comparison: comparisonOf(settings.comparison, absolute),
    notify: {
      webhook: settings.notify.webhook,
      secret: settings.notify.secret,
      slack: settings.notify.slack,
    },
    store: storeAt('store', store, absolute),
    deadlines,
    deprecatedForms: settings.deprecatedForms,
    writes: settings.writes,
    mappings: mappings === undefined ? SHIPPED_MAPPINGS : absolute('mappings', mappings),
    log,
    lists: settings.lists,
    limits: settings.limits,
  };
  return frozen(config);
}

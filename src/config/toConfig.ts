import { dirname, resolve } from 'node:path';
import type { Config } from './config';
import type { ConfigFault } from './configFault';
import { isLoopback } from './isLoopback';
import { MEMORY } from './settingKinds';
import type { Settings } from './settings';
import { SHIPPED_MAPPINGS } from './shippedMappings';
import type { Source } from './source';

/** What a configuration is for: with the sandbox there is no other upstream. */
export interface Purpose {
  readonly sandbox: boolean;
}

/** What single settings cannot say: one that is needed only because of another. */
export function missingSettings(settings: Settings, purpose: Purpose): ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (settings.upstream.v2 === undefined && !purpose.sandbox) {
    const hint = 'set LIFEBOAT_UPSTREAM_V2, write it into a file made by `lifeboat init`, or use --sandbox';
    const message = 'is missing: the origin of API v2, such as https://api.example.com';
    faults.push({ kind: 'named', place: 'upstream.v2', code: 'missing-setting', message, hint });
  }
  if (settings.store !== MEMORY && settings.index.secret === undefined) {
    const hint = 'set LIFEBOAT_INDEX_SECRET to the output of: openssl rand -hex 32';
    const message = 'is missing: an index on disk can only be read again with the secret it was written with';
    faults.push({ kind: 'named', place: 'index.secret', code: 'missing-setting', message, hint });
  }
  if (!isLoopback(settings.admin.host) && settings.admin.token === undefined) {
    const hint = 'set LIFEBOAT_ADMIN_TOKEN to the output of: openssl rand -hex 32';
    const message = 'is missing: an admin port that others can reach needs one';
    faults.push({ kind: 'named', place: 'admin.token', code: 'missing-setting', message, hint });
  }
  return faults;
}

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

function comparisonOf(
  { rules, values = '', store, bodyKilobytes, keepDays, ...same }: Settings['comparison'],
  absolute: (name: string, path: string) => string,
): Config['comparison'] {
  return {
    ...same,
    bodyBytes: bodyKilobytes * KIBIBYTE,
    keepMs: keepDays * DAY,
    rules: rules === undefined ? undefined : absolute('comparison.rules', rules),
    values: values
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== ''),
    store:
      store === MEMORY ? { kind: 'memory' } : { kind: 'file', file: absolute('comparison.store', store) },
  };
}

/** The configuration for settings that lack nothing; a path is relative to the file it is written in. */
export function toConfig(settings: Settings, sources: ReadonlyMap<string, Source>, purpose: Purpose): Config {
  const absolute = (name: string, path: string) => {
    const source = sources.get(name);
    return source?.kind === 'file' ? resolve(dirname(source.file), path) : resolve(path);
  };
  const { listen, admin, sunset, guide, keys, index, store, cutover, deadlines, mappings, log } = settings;
  const storeAt = (name: string, path: string) =>
    path === MEMORY ? ({ kind: 'memory' } as const) : ({ kind: 'file', file: absolute(name, path) } as const);
  const { host, port, tls } = listen;
  const { secret, freshSeconds, pageBudget } = index;
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
    keys:
      keys.exchange === undefined
        ? { kind: 'passOn' }
        : { kind: 'exchange', file: absolute('keys.exchange', keys.exchange) },
    guestKey: keys.guest,
    index: {
      freshSeconds,
      pageBudget,
      secret: secret === undefined ? { kind: 'random' } : { kind: 'given', value: secret },
    },
    cutover: {
      store: storeAt('cutover.store', cutover.store),
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
    store: storeAt('store', store),
    deadlines,
    deprecatedForms: settings.deprecatedForms,
    mappings: mappings === undefined ? SHIPPED_MAPPINGS : absolute('mappings', mappings),
    log,
    limits: settings.limits,
  };
  return frozen(config);
}

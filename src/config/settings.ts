import { z } from 'zod';
import { comparisonSettings, cutoverSettings, notifySettings } from './cutoverSettings';
import {
  choice,
  count,
  host,
  isoInstant,
  onOff,
  optional,
  optionalChoice,
  path,
  port,
  secret,
  section,
  settingFacts as facts,
  storeName,
  text,
  webAddress,
} from './settingKinds';
import { trafficSettings } from './trafficSettings';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const pemFile = (about: string, example: string) =>
  text().register(facts, { about, wants: 'the path of a PEM file', example, file: true });

const v1Instant = (about: string) =>
  isoInstant()
    .default('2025-11-30T00:00:00Z')
    .register(facts, { about, wants: 'an instant such as 2025-11-30T00:00:00Z' });

/** Schema of all settings in a file: the one source of defaults, variable names, checks and `lifeboat init`. */
export const settings = z.strictObject({
  listen: section({
    host: host('Address on which old programs reach the gateway.'),
    port: port(8080, 'Port of the gateway.'),
    tls: z
      .strictObject({
        cert: pemFile('PEM file of the certificate chain; with it the gateway speaks HTTPS.', 'cert.pem'),
        key: pemFile('PEM file of the private key.', 'key.pem'),
      })
      .optional(),
  }),
  admin: section({
    host: host('Address of the admin port (/healthz, /readyz, /guide, /metrics and others).'),
    port: port(8081, 'Admin port.'),
    token: secret(
      'Token that allows everything on the admin port, in the name admin; this or admin.tokens is required where others reach the port.',
    ),
    tokens: path(
      'File of named tokens with roles: `lifeboat admin add NAME --role operator` makes them.',
      'tokens.json',
    ),
    trustedUser: optional(z.string().regex(/^[A-Za-z0-9-]+$/), {
      about: 'Header in which a trusted proxy names its user, who then acts as operator.',
      wants: 'the name of a header',
      example: 'X-Forwarded-User',
    }),
    trustedProxies: optional(z.string().regex(/^[\dA-Fa-f.:]+(?:, ?[\dA-Fa-f.:]+)*$/), {
      about:
        'Addresses of the proxies whose admin.trustedUser is believed; nobody else reaches the port past them.',
      wants: 'addresses separated by commas, such as 10.0.0.5',
      example: '10.0.0.5',
    }),
  }),
  ...trafficSettings,
  sunset: v1Instant(
    'Instant from which API v1 is no longer asked (spec 9); named in the Sunset header of every v1 answer unless `cutover.end` is set.',
  ),
  deprecation: v1Instant(
    'Instant from which API v1 is deprecated (spec 9), for the Deprecation header of every v1 answer; never later than the Sunset.',
  ),
  guide: webAddress(
    'Page that explains the migration, named in the Link of v1 answers. Default: /guide, generated.',
    'https://example.com/migrating-to-v2',
  ),
  keys: section({
    exchange: path(
      'Table that turns v1 keys into v2 keys (see `lifeboat keys`); without it keys pass as they are.',
      'keys.yaml',
    ),
    v2Paths: optionalChoice(
      ['exchange', 'pass'],
      'Keys on /v2/**: exchanged by the table as well, or passed as they are. Default: exchange with a table.',
      'exchange',
    ),
    guest: optional(text(), {
      about:
        'v2 key for what v1 answers without one (account templates), whatever key is shown; without it that is a 401.',
      wants: 'a key of API v2',
      example: 'a key of API v2',
      secret: true,
    }),
  }),
  index: section({
    freshSeconds: count('Age at which a complete index is read again in the background, seconds.', {
      preset: 3600,
      from: 1,
      to: 86_400,
      of: 'seconds',
    }),
    warm: onOff(
      'off',
      'Fills the indexes of the keys in the exchange table at the start, before clients come.',
    ),
    pageBudget: count('Most list pages (50 offers each) that one scan for a login may read.', {
      preset: 2000,
      from: 1,
      to: 100_000,
      of: 'a number of pages',
    }),
    secret: secret('Hides logins in the index; without it the index ends with the process.'),
  }),
  store: storeName().register(facts, {
    about:
      'Keeps stages, evidence, ambiguous writes and the index: a file next to the settings (0600), a database, or `memory`.',
    wants: 'the path of a file, postgres://USER:PASSWORD@HOST/NAME, or memory',
    file: true,
  }),
  cutover: cutoverSettings,
  comparison: comparisonSettings,
  notify: notifySettings,
  mappings: path(
    'Folder of the mapping files. Default: the ones that come with Lifeboat.',
    'mappings',
    'the path of a folder',
  ),
  dates: section({
    account: optionalChoice(
      ['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds'],
      'Dates of v1 accounts: Unix seconds (spec 2.11) or ISO 8601 text. Default: as the mapping says, unix.',
      'iso',
    ),
  }),
  log: section({
    level: choice(
      ['info', ...LOG_LEVELS],
      'Least level that is logged: one JSON line per request on stderr, pretty on a terminal.',
      `one of ${LOG_LEVELS.join(', ')}`,
    ),
  }),
});

/** Settings with defaults filled in. */
export type Settings = z.output<typeof settings>;

/** Settings as they are written in a file; each may be left out. */
export type WrittenSettings = z.input<typeof settings>;

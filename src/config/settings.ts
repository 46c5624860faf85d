import { z } from 'zod';
import { comparisonSettings, cutoverSettings, eventSettings, notifySettings } from './cutoverSettings';
import {
  choice,
  count,
  host,
  isoInstant,
  listedTexts,
  milliseconds,
  onOff,
  optional,
  optionalChoice,
  parseOrigin,
  path,
  port,
  secret,
  section,
  settingFacts as facts,
  storeName,
  text,
  webAddress,
} from './settingKinds';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const pemFile = (about: string, example: string) =>
  text().register(facts, { about, wants: 'the path of a PEM file', example, file: true });

const v1Instant = (about: string) =>
  isoInstant()
    .default('2025-11-30T00:00:00Z')
    .register(facts, { about, wants: 'an instant such as 2025-11-30T00:00:00Z' });

const origin = (api: string, about: string) =>
  optional(
    z.string().transform((written, context) => {
      const parsed = parseOrigin(written);
      if (parsed.ok) return parsed.origin;
      const { message, hint } = parsed;
      context.issues.push({ code: 'custom', message, params: { hint }, input: written });
      return z.NEVER;
    }),
    {
      about,
      wants: `the origin of API ${api}, such as https://api.example.com`,
      example: 'https://api.example.com',
    },
  );

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

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
  upstream: section({
    v2: origin('v2', 'Origin of API v2. Required, but for `serve --sandbox`.'),
    v1: origin('v1', 'Origin of API v1, for requests that are not translated, until the sunset.'),
  }),
  deadlines: section({
    request: milliseconds(
      10_000,
      'Most time for a translated request, ms; where v1 answers in its place it has as much again.',
    ),
    passThrough: milliseconds(60_000, 'Most time for a request that is passed on as it is, ms.'),
    shutdown: milliseconds(8_000, 'Time that requests in flight have to finish after SIGTERM, ms.'),
  }),
  deprecatedForms: choice(
    ['pass', 'translate'],
    'Treatment of deprecated v2 requests (a new account offer with a login): passed on, or sent in the newer form.',
  ),
  forward: section({
    client: onOff(
      'off',
      'Tells the APIs the address of a client by Forwarded and X-Forwarded-For; off, because it is personal data.',
    ),
    proxies: optional(
      text().refine((written) => listedTexts(written).every((entry) => network.safeParse(entry).success), {
        message: 'must be addresses or networks with commas between them',
        params: { hint: 'write them such as 10.0.0.0/8, 2001:db8::1' },
      }),
      {
        about:
          'Proxies before this gateway whose notes of a client are believed; those of anybody else are not.',
        wants: 'addresses or networks with commas between them',
        example: '10.0.0.0/8, 2001:db8::1',
      },
    ),
  }),
  passThrough: section({
    links: choice(
      ['rewrite', 'keep'],
      'Links of a list on /v2/** to its own pages: to this gateway, at the address that the client has asked, or as v2 wrote them.',
    ),
  }),
  writes: section({
    unchanged: choice(
      ['answer', 'send'],
      'A write that would change nothing and for which v2 allows no more: answered from a read, or with 429.',
    ),
    idempotencyKey: onOff(
      'off',
      'Sends an Idempotency-Key with each write to v2, the same one when it is sent again: for a v2 that honours it.',
    ),
    journal: choice(
      ['process', 'power', 'off'],
      'Notes each write before it is sent, so that one under way when the process (or the power) ends is on the list of `lifeboat writes`; in `<store>.writes/`.',
    ),
  }),
  lists: section({
    unfitRows: choice(
      ['refuse', 'leaveOut'],
      'Treatment of a list row that cannot be translated: refuse the page (502), or leave the row out and log it; never all.',
    ),
  }),
  limits: section({
    requestsPerMinute: count(
      'Most translated requests of one key in a minute, then 429; 0 for no limit. v1 allowed 500.',
      { preset: 0, from: 0, to: 1_000_000, wants: 'a number of requests from 0 (no limit) to 1000000' },
    ),
    changesPerRequest: count(
      'Most ids that one change of several may name; with more it is refused and nothing is changed.',
      { preset: 1000, from: 1, to: 10_000, of: 'a number of ids' },
    ),
    requestKilobytes: count(
      'Longest body of a translated request, KiB, of at most 50,000 values; else 413.',
      { preset: 256, from: 1, to: 16_384, of: 'kilobytes' },
    ),
    answerKilobytes: count(
      'Longest answer of an API that is translated, or a page of it, KiB, of at most 100,000 values; else 502.',
      { preset: 4096, from: 1, to: 65_536, of: 'kilobytes' },
    ),
  }),
  sunset: v1Instant(
    'Instant from which API v1 is no longer asked; named in the Sunset header of every v1 answer unless `cutover.end` is set.',
  ),
  deprecation: v1Instant(
    'Instant from which API v1 is deprecated, for the Deprecation header of every v1 answer; never later than the Sunset. None for another pair.',
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
  events: eventSettings,
  mappings: path(
    'Folder of the mapping files. Default: the ones that come with Lifeboat.',
    'mappings',
    'the path of a folder',
  ),
  dates: section({
    account: optionalChoice(
      ['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds'],
      'Dates of v1 accounts: Unix seconds or ISO 8601 text. Default: as the mapping says, unix.',
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

/** Settings with defaults filled in; only the shipped pair has a default for the instant of its deprecation. */
export type Settings = Omit<z.output<typeof settings>, 'deprecation'> & {
  readonly deprecation: string | undefined;
};

/** Settings as they are written in a file; each may be left out. */
export type WrittenSettings = z.input<typeof settings>;

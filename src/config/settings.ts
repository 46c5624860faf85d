import { z } from 'zod';
import { adminSettings } from './adminSettings';
import { comparisonSettings } from './comparisonSettings';
import { cutoverSettings } from './cutoverSettings';
import { forwardSettings, passThroughSettings, upstreamSettings, writeSettings } from './upstreamSettings';
import {
  address,
  count,
  host,
  milliseconds,
  port,
  secret,
  settingFacts as facts,
  storeName,
  text,
} from './settingKinds';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const mailAddresses = (about: string) =>
  z
    .string()
    .regex(/^[^\s,@<>]+@[^\s,@<>]+(?:, ?[^\s,@<>]+@[^\s,@<>]+)*$/)
    .optional()
    .register(facts, {
      about,
      wants: 'mail addresses with commas between',
      example: 'ada@example.com',
    });

const tls = z.strictObject({
  cert: text().register(facts, {
    about: 'PEM file of the certificate chain; with it the gateway speaks HTTPS.',
    wants: 'the path of a PEM file',
    example: 'cert.pem',
    file: true,
  }),
  key: text().register(facts, {
    about: 'PEM file of the private key.',
    wants: 'the path of a PEM file',
    example: 'key.pem',
    file: true,
  }),
});

/** Schema of all settings in a file: the one source of defaults, variable names, checks and `lifeboat init`. */
export const settings = z.strictObject({
  listen: z
    .strictObject({
      host: host('Address on which old programs reach the gateway.'),
      port: port(8080, 'Port of the gateway.'),
      tls: tls.optional(),
    })
    .prefault({}),
  admin: adminSettings.prefault({}),
  upstream: upstreamSettings,
  sunset: z.iso.datetime({ offset: true }).default('2025-11-30T00:00:00Z').register(facts, {
    about:
      'Instant from which API v1 is no longer asked (spec 9); named in the Sunset header of every v1 answer unless `cutover.end` is set.',
    wants: 'an instant such as 2025-11-30T00:00:00Z',
  }),
  deprecation: z.iso.datetime({ offset: true }).default('2025-11-30T00:00:00Z').register(facts, {
    about:
      'Instant from which API v1 is deprecated (spec 9), for the Deprecation header of every v1 answer; never later than the Sunset.',
    wants: 'an instant such as 2025-11-30T00:00:00Z',
  }),
  guide: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(facts, {
      about: 'Page that explains the migration, named in the Link of v1 answers. Default: /guide, generated.',
      wants: 'an http or https address',
      example: 'https://example.com/migrating-to-v2',
    }),
  keys: z
    .strictObject({
      exchange: text().optional().register(facts, {
        about:
          'Table that turns v1 keys into v2 keys (see `lifeboat keys`); without it keys pass as they are.',
        wants: 'the path of a file',
        example: 'keys.yaml',
        file: true,
      }),
      v2Paths: z.enum(['exchange', 'pass']).optional().register(facts, {
        about:
          'Keys on /v2/**: exchanged by the table as well, or passed as they are. Default: exchange with a table.',
        wants: 'exchange or pass',
        example: 'exchange',
      }),
      guest: z.string().min(1).optional().register(facts, {
        about:
          'v2 key for what v1 answers without one (account templates), whatever key is shown; without it that is a 401.',
        wants: 'a key of API v2',
        example: 'a key of API v2',
        secret: true,
      }),
    })
    .prefault({}),
  index: z
    .strictObject({
      freshSeconds: count(
        3600,
        1,
        86_400,
        'Age at which a complete index is read again in the background, seconds.',
        'seconds from 1 to 86400',
      ),
      warm: z.enum(['on', 'off']).default('off').register(facts, {
        about: 'Fills the indexes of the keys in the exchange table at the start, before clients come.',
        wants: 'on or off',
      }),
      pageBudget: count(
        2000,
        1,
        100_000,
        'Most list pages (50 offers each) that one scan for a login may read.',
        'a number of pages from 1 to 100000',
      ),
      secret: secret('Hides logins in the index; without it the index ends with the process.'),
    })
    .prefault({}),
  store: storeName().register(facts, {
    about:
      'Keeps stages, evidence, ambiguous writes and the index: a file next to the settings (0600), a database, or `memory`.',
    wants: 'the path of a file, postgres://USER:PASSWORD@HOST/NAME, or memory',
    file: true,
  }),
  cutover: cutoverSettings,
  comparison: comparisonSettings,
  notify: z
    .strictObject({
      webhook: address(
        'Address to which moves, ambiguous writes and other notices of the cutover are posted as JSON.',
      ),
      secret: secret('Signs the messages to the webhook.'),
      slack: address('Incoming webhook of a chat (Slack or compatible) that gets the same notices.'),
      smtp: z
        .url({ protocol: /^smtps?$/ })
        .optional()
        .register(facts, {
          about: 'Mail server that brings the same notices to notify.to; a password leaves over TLS only.',
          wants: 'an address such as smtps://USER:PASSWORD@HOST',
          example: 'smtps://lifeboat:PASSWORD@mail.example.com',
          secret: true,
        }),
      to: mailAddresses('People who get the notices by mail.'),
      from: mailAddresses('Sender of the mails; the first of notify.to unless it is set.'),
      console: z
        .url({ protocol: /^https?$/ })
        .optional()
        .register(facts, {
          about: 'Address at which people reach the console: notices link to its forms.',
          wants: 'an http or https address',
          example: 'https://lifeboat.example.com',
        }),
    })
    .prefault({}),
  deadlines: z
    .strictObject({
      request: milliseconds(
        10_000,
        'Most time for a translated request, ms; where v1 answers in its place it has as much again.',
      ),
      passThrough: milliseconds(60_000, 'Most time for a request that is passed on as it is, ms.'),
      shutdown: milliseconds(8_000, 'Time that requests in flight have to finish after SIGTERM, ms.'),
    })
    .prefault({}),
  deprecatedForms: z.enum(['pass', 'translate']).default('pass').register(facts, {
    about:
      'Treatment of deprecated v2 requests (a new account offer with a login): passed on, or sent in the newer form.',
    wants: 'pass or translate',
  }),
  forward: forwardSettings,
  passThrough: passThroughSettings,
  writes: writeSettings,
  mappings: text().optional().register(facts, {
    about: 'Folder of the mapping files. Default: the ones that come with Lifeboat.',
    wants: 'the path of a folder',
    example: 'mappings',
    file: true,
  }),
  dates: z
    .strictObject({
      account: z.enum(['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds']).optional().register(facts, {
        about:
          'Dates of v1 accounts: Unix seconds (spec 2.11) or ISO 8601 text. Default: as the mapping says, unix.',
        wants: 'unix, iso, isoMilliseconds or isoMicroseconds',
        example: 'iso',
      }),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z
        .enum(LOG_LEVELS)
        .default('info')
        .register(facts, {
          about: 'Least level that is logged: one JSON line per request on stderr, pretty on a terminal.',
          wants: `one of ${LOG_LEVELS.join(', ')}`,
        }),
    })
    .prefault({}),
  lists: z
    .strictObject({
      unfitRows: z.enum(['refuse', 'leaveOut']).default('refuse').register(facts, {
        about:
          'Treatment of a list row that cannot be translated: refuse the page (502), or leave the row out and log it; never all.',
        wants: 'refuse or leaveOut',
      }),
    })
    .prefault({}),
  limits: z
    .strictObject({
      requestsPerMinute: count(
        0,
        0,
        1_000_000,
        'Most translated requests of one key in a minute, then 429; 0 for no limit. v1 allowed 500 (spec 8).',
        'a number of requests from 0 (no limit) to 1000000',
      ),
      changesPerRequest: count(
        1000,
        1,
        10_000,
        'Most ids that one change of several may name; with more it is refused and nothing is changed.',
        'a number of ids from 1 to 10000',
      ),
    })
    .prefault({}),
});

/** Settings with defaults filled in. */
export type Settings = z.output<typeof settings>;

/** Settings as they are written in a file; each may be left out. */
export type WrittenSettings = z.input<typeof settings>;

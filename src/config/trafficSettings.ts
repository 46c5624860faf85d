import { z } from 'zod';
import {
  choice,
  count,
  listedTexts,
  milliseconds,
  onOff,
  optional,
  parseOrigin,
  section,
  text,
} from './settingKinds';

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

/** Settings of the two APIs and of the requests between them and the clients. */
export const trafficSettings = {
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
      'Most translated requests of one key in a minute, then 429; 0 for no limit. v1 allowed 500 (spec 8).',
      { preset: 0, from: 0, to: 1_000_000, wants: 'a number of requests from 0 (no limit) to 1000000' },
    ),
    changesPerRequest: count(
      'Most ids that one change of several may name; with more it is refused and nothing is changed.',
      { preset: 1000, from: 1, to: 10_000, of: 'a number of ids' },
    ),
  }),
};

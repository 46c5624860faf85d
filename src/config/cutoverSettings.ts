import { z } from 'zod';
import {
  address,
  choice,
  count,
  isoInstant,
  milliseconds,
  onOff,
  optional,
  path,
  secret,
  section,
  settingFacts,
  text,
  webAddress,
} from './settingKinds';

export const cutoverSettings = section({
  plan: path(
    'Plan of the cutover (see `lifeboat plan`); without it only people move.',
    'plan.yaml',
    'the path of a YAML file',
  ),
  start: choice(
    ['v2', 'v1'],
    'Side that answers for a resource that was never moved, while v1 lives: v1 for a staged cutover.',
  ),
  approvals: count(
    'People that a move forward takes, also of one client: 2 lets somebody else approve it. Ways back never wait.',
    { preset: 1, from: 1, to: 2, wants: '1 or 2' },
  ),
  seed: text().default('lifeboat').register(settingFacts, {
    about: 'Seed that selects the callers of a canary; a different text selects anew.',
    wants: 'a text',
  }),
  fallback: onOff('on', 'Lets v1 answer requests that v2 provably could not, while v1 lives.'),
  limitedWrites: choice(
    ['canary', 'on', 'off'],
    'Lets v1 take a write that v2 has refused by its rate limit (429), while v1 lives: in a canary, or on at stage v2 as well.',
  ),
  readsFromV2: onOff(
    'off',
    'Lets v2 answer the reads of callers outside a canary while v1 keeps failing, of operations compared enough for the gate.',
  ),
  end: optional(isoInstant(), {
    about:
      'Instant at which this gateway itself ends; named in the Sunset header of every v1 answer in place of `sunset`.',
    wants: 'an instant such as 2026-06-30T00:00:00Z',
    example: '2026-06-30T00:00:00Z',
  }),
});

const percent = (preset: number, about: string) =>
  count(about, {
    preset,
    from: 0,
    to: 100,
    wants: 'a number from 0 to 100, in percent and without its sign',
  });

export const comparisonSettings = section({
  sample: percent(
    10,
    'Share of the served requests that is compared with the other API, percent; more in doubt; 0 for none.',
  ),
  controls: percent(5, 'Share of those for which v1 is asked twice, to learn where it differs from itself.'),
  requestsPerMinute: count(
    'Most requests a minute to each API for the comparison, of one key; v1 allows 500 in all.',
    { preset: 60, from: 1, to: 10_000, of: 'a number of requests' },
  ),
  queue: count('Answers that may wait to be compared; one more is counted as not compared.', {
    preset: 256,
    from: 1,
    to: 10_000,
    of: 'a number of answers',
  }),
  deadline: milliseconds(10_000, 'Most time from an answer to its comparison, ms.'),
  bodyKilobytes: count('Longest answer that is compared, KiB.', {
    preset: 1024,
    from: 1,
    to: 16_384,
    of: 'kilobytes',
  }),
  writes: choice(
    ['read-back', 'translate-only', 'off'],
    'Check of writes that v1 has answered: read through v2, translated and not sent, or none.',
  ),
  lag: milliseconds(5_000, 'Time that a write may take to show in v2, ms.'),
  rules: path(
    'File of the agreed differences. Default: comparison/ignore.yaml in the folder of the mappings.',
    'agreed.yaml',
    'the path of a YAML file',
  ),
  values: optional(text(), {
    about: 'Paths whose values may be kept and shown, with commas between; secrets never are.',
    wants: 'paths with commas between them',
    example: 'data.attributes.title, data.attributes.price',
  }),
  keepPairs: count('Compared pairs that are kept.', { preset: 20_000, from: 1, to: 1_000_000 }),
  windowDays: count('Length of the window of the verdict, days; shown with the figure of all that is kept.', {
    preset: 7,
    from: 1,
    to: 365,
    of: 'days',
  }),
  keepDays: count('Time that pairs are kept, days.', { preset: 30, from: 1, to: 365, of: 'days' }),
});

/** Secret that another party has chosen, at whatever length. */
const sharedSecret = (about: string) =>
  optional(text(), { about, wants: 'a text', example: 'the secret of the webhook', secret: true });

export const eventSettings = section({
  secret: sharedSecret(
    'Secret with which v2 signs the events that it posts to /lifeboat/events of the gateway.',
  ),
  receiver: address("Address of the old program that receives them as v1's events."),
  receiverSecret: sharedSecret('Secret with which they are signed, as api.yaml of the mappings says.'),
  keepHours: count(
    'Time that an event waits for a receiver that does not take it, hours; then it is given up.',
    {
      preset: 72,
      from: 1,
      to: 168,
      of: 'hours',
    },
  ),
});

const MAIL_ADDRESSES = /^[^\s,@<>]+@[^\s,@<>]+(?:, ?[^\s,@<>]+@[^\s,@<>]+)*$/;

const mailAddresses = (about: string) =>
  optional(z.string().regex(MAIL_ADDRESSES), {
    about,
    wants: 'mail addresses with commas between',
    example: 'ada@example.com',
  });

export const notifySettings = section({
  webhook: address(
    'Address to which moves, ambiguous writes and other notices of the cutover are posted as JSON.',
  ),
  secret: secret('Signs the messages to the webhook.'),
  slack: address('Incoming webhook of a chat (Slack or compatible) that gets the same notices.'),
  smtp: optional(z.url({ protocol: /^smtps?$/ }), {
    about: 'Mail server that brings the same notices to notify.to; a password leaves over TLS only.',
    wants: 'an address such as smtps://USER:PASSWORD@HOST',
    example: 'smtps://lifeboat:PASSWORD@mail.example.com',
    secret: true,
  }),
  to: mailAddresses('People who get the notices by mail.'),
  from: mailAddresses('Sender of the mails; the first of notify.to unless it is set.'),
  console: webAddress(
    'Address at which people reach the console: notices link to its forms.',
    'https://lifeboat.example.com',
  ),
});

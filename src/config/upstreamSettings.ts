import { z } from 'zod';
import { parseOrigin, settingFacts as facts, text } from './settingKinds';

const origin = () =>
  z.string().transform((written, context) => {
    const parsed = parseOrigin(written);
    if (parsed.ok) return parsed.origin;
    const { message, hint } = parsed;
    context.issues.push({ code: 'custom', message, params: { hint }, input: written });
    return z.NEVER;
  });

/** Settings of the two APIs. */
export const upstreamSettings = z
  .strictObject({
    v2: origin().optional().register(facts, {
      about: 'Origin of API v2. Required, but for `serve --sandbox`.',
      wants: 'the origin of API v2, such as https://api.example.com',
      example: 'https://api.example.com',
    }),
    v1: origin().optional().register(facts, {
      about: 'Origin of API v1, for requests that are not translated, until the sunset.',
      wants: 'the origin of API v1, such as https://api.example.com',
      example: 'https://api.example.com',
    }),
  })
  .prefault({});

/** Settings of requests that are passed on unchanged. */
export const passThroughSettings = z
  .strictObject({
    links: z.enum(['rewrite', 'keep']).default('rewrite').register(facts, {
      about:
        'Links of a list on /v2/** to its own pages: to this gateway, at the address that the client has asked, or as v2 wrote them.',
      wants: 'rewrite or keep',
    }),
  })
  .prefault({});

/** Settings of translated writes. */
export const writeSettings = z
  .strictObject({
    unchanged: z.enum(['answer', 'send']).default('answer').register(facts, {
      about:
        'A write that would change nothing and for which v2 allows no more: answered from a read, or with 429.',
      wants: 'answer or send',
    }),
    idempotencyKey: z.enum(['on', 'off']).default('off').register(facts, {
      about:
        'Sends an Idempotency-Key with each write to v2, the same one when it is sent again: for a v2 that honours it.',
      wants: 'on or off',
    }),
    journal: z.enum(['process', 'power', 'off']).default('process').register(facts, {
      about:
        'Notes each write before it is sent, so that one under way when the process (or the power) ends is on the list of `lifeboat writes`; in `<store>.writes/`.',
      wants: 'process, power or off',
    }),
  })
  .prefault({});

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Splits a text at its commas. */
export const listedTexts = (written: string): readonly string[] =>
  written
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Settings of what the two APIs are told about clients. */
export const forwardSettings = z
  .strictObject({
    client: z.enum(['on', 'off']).default('off').register(facts, {
      about:
        'Tells the APIs the address of a client by Forwarded and X-Forwarded-For; off, because it is personal data.',
      wants: 'on or off',
    }),
    proxies: text()
      .refine((written) => listedTexts(written).every((entry) => network.safeParse(entry).success), {
        message: 'must be addresses or networks with commas between them',
        params: { hint: 'write them such as 10.0.0.0/8, 2001:db8::1' },
      })
      .optional()
      .register(facts, {
        about:
          'Proxies before this gateway whose notes of a client are believed; those of anybody else are not.',
        wants: 'addresses or networks with commas between them',
        example: '10.0.0.0/8, 2001:db8::1',
      }),
  })
  .prefault({});

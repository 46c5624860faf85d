import { z } from 'zod';

/** Headers that frame or route a message, or that the gateway writes itself: no key is shown in one. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|expect|te|upgrade|via|accept.*|user-agent|x-request-id|x-forwarded-.*|x-lifeboat-.*)$/i;

const headerName = z.string().refine((name) => /^[\w-]+$/.test(name) && !RESERVED.test(name), {
  error: 'is not a header that shows a key, such as X-Api-Key',
});
const scheme = z.string().regex(/^[A-Za-z][\w-]*$/, { error: 'is not a scheme such as Token' });

/** How an API is shown a key: `Authorization: Bearer KEY`, Basic, or a header of its own, or another scheme. */
export const keyStyleEntry = z.union([
  z.enum(['bearer', 'basic'], { error: 'is bearer, basic, { header: X-Api-Key } or { scheme: Token }' }),
  z.strictObject({ header: headerName }),
  z.strictObject({ scheme }),
]);

type KeyStyleEntry = z.output<typeof keyStyleEntry>;

/** A header with its value. */
export type HeaderLine = readonly [name: string, value: string];

/** How an API is shown a key. Inside the gateway every key stands in `Authorization: Bearer KEY`. */
export interface KeyStyle {
  /** Name of the header, in lower case. */
  readonly header: string;
  /** Gives `Bearer KEY` for the value of that header; undefined where it shows no key. */
  readonly inward: (value: string) => string | undefined;
  /** Gives the header line for `Bearer KEY`. */
  readonly outward: (authorization: string) => HeaderLine;
}

const INSIDE = /^Bearer +/i;
const keyIn = (authorization: string): string => authorization.replace(INSIDE, '');

/** Printable ASCII without a blank: what can stand as a key anywhere in the gateway. */
const isWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The key behind Base64: `user:password` where that is one word, else the Base64 itself, which never holds a colon. */
function readBasic(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString();
  return text.includes(':') && isWord(text) ? text : credentials;
}

const writeBasic = (key: string): string => (key.includes(':') ? Buffer.from(key).toString('base64') : key);

function inScheme(scheme: string, read: (text: string) => string = (text) => text, write = read): KeyStyle {
  const beginning = new RegExp(`^${scheme} +(?=[\\x21-\\x7e]+$)`, 'i');
  return {
    header: 'authorization',
    inward: (value) => (beginning.test(value) ? `Bearer ${read(value.replace(beginning, ''))}` : undefined),
    outward: (authorization) => ['authorization', `${scheme} ${write(keyIn(authorization))}`],
  };
}

/** Makes the style of an API; undefined where it is the one that the gateway has inside. */
export function keyStyleOf(entry: KeyStyleEntry): KeyStyle | undefined {
  if (entry === 'bearer') return undefined;
  if (entry === 'basic') return inScheme('Basic', readBasic, writeBasic);
  if ('scheme' in entry) return inScheme(entry.scheme);
  const header = entry.header.toLowerCase();
  return {
    header,
    inward: (value) => (isWord(value) ? `Bearer ${value}` : undefined),
    outward: (authorization) => [header, keyIn(authorization)],
  };
}

/** Names the style as OpenAPI has it. */
export function securityScheme(entry: KeyStyleEntry) {
  if (entry === 'bearer') return { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } };
  if (entry === 'basic') return { basic: { type: 'http', scheme: 'basic' } };
  return 'header' in entry
    ? { key: { type: 'apiKey', in: 'header', name: entry.header } }
    : {
        key: { type: 'apiKey', in: 'header', name: 'Authorization', description: `\`${entry.scheme} KEY\`` },
      };
}

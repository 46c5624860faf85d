import { z } from 'zod';

/** Headers that frame or route a message, or that the gateway writes itself; none of them may hold a key or a signature. */
const RESERVED_HEADERS =
  /^(?:host|connection|content-.*|transfer-encoding|expect|te|upgrade|via|accept.*|user-agent|x-request-id|x-forwarded-.*|x-lifeboat-.*)$/i;

const isFreeHeader = (name: string): boolean => /^[\w-]+$/.test(name) && !RESERVED_HEADERS.test(name);

/** Creates the schema of the name of a header that an API chooses. */
export const headerName = (error: string) => z.string().refine(isFreeHeader, { error });
const scheme = z.string().regex(/^[A-Za-z][\w-]*$/, { error: 'is not a scheme such as Token' });

/** Headers that go with each call of an API, such as the one that names its version. */
export const fixedHeaders = z
  .record(z.string(), z.string().regex(/^[\x20-\x7e]+$/))
  .refine(
    (headers) => Object.keys(headers).every((name) => isFreeHeader(name) && !/^authorization$/i.test(name)),
    {
      error: 'are no headers such as X-Api-Version, which the gateway does not write itself',
    },
  )
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
  .default({});

/** Form in which an API takes a key: `Authorization: Bearer KEY`, Basic, another scheme, or a separate header. */
export const keyStyleEntry = z.union([
  z.enum(['bearer', 'basic'], { error: 'is bearer, basic, { header: X-Api-Key } or { scheme: Token }' }),
  z.strictObject({ header: headerName('is not a header that shows a key, such as X-Api-Key') }),
  z.strictObject({ scheme }),
]);

type KeyStyleEntry = z.output<typeof keyStyleEntry>;

/** A header with its value. */
export type HeaderLine = readonly [name: string, value: string];

/** Form in which an API takes a key. Inside the gateway every key is written as `Authorization: Bearer KEY`. */
export interface KeyStyle {
  /** Name of the header, in lower case. */
  readonly header: string;
  /** Returns `Bearer KEY` for the value of that header. Returns undefined if the value holds no key. */
  readonly inward: (value: string) => string | undefined;
  /** Returns the header line for `Bearer KEY`. */
  readonly outward: (authorization: string) => HeaderLine;
}

const BEARER = /^Bearer +/i;
const keyIn = (authorization: string): string => authorization.replace(BEARER, '');

/** True for printable ASCII without a blank, which can be used as a key anywhere in the gateway. */
const isKeyText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/**
 * Reads the key in Base64: `user:password` if that is one word, or else the Base64 text itself, which never has a
 * colon.
 */
function readBasic(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString();
  return text.includes(':') && isKeyText(text) ? text : credentials;
}

const writeBasic = (key: string): string => (key.includes(':') ? Buffer.from(key).toString('base64') : key);

/** Makes the style of a key behind a scheme in `Authorization`. */
function styleOfScheme(
  scheme: string,
  read: (text: string) => string = (text) => text,
  write = read,
): KeyStyle {
  const beginning = new RegExp(`^${scheme} +(?=[\\x21-\\x7e]+$)`, 'i');
  return {
    header: 'authorization',
    inward: (value) => (beginning.test(value) ? `Bearer ${read(value.replace(beginning, ''))}` : undefined),
    outward: (authorization) => ['authorization', `${scheme} ${write(keyIn(authorization))}`],
  };
}

/** Makes the style of an API. Returns undefined if it is the style used inside the gateway. */
export function keyStyleOf(entry: KeyStyleEntry): KeyStyle | undefined {
  if (entry === 'bearer') return undefined;
  if (entry === 'basic') return styleOfScheme('Basic', readBasic, writeBasic);
  if ('scheme' in entry) return styleOfScheme(entry.scheme);
  const header = entry.header.toLowerCase();
  return {
    header,
    inward: (value) => (isKeyText(value) ? `Bearer ${value}` : undefined),
    outward: (authorization) => [header, keyIn(authorization)],
  };
}

/** Describes the style as a security scheme of OpenAPI. */
export function securityScheme(entry: KeyStyleEntry) {
  if (entry === 'bearer') return { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } };
  if (entry === 'basic') return { basic: { type: 'http', scheme: 'basic' } };
  return 'header' in entry
    ? { key: { type: 'apiKey', in: 'header', name: entry.header } }
    : {
        key: { type: 'apiKey', in: 'header', name: 'Authorization', description: `\`${entry.scheme} KEY\`` },
      };
}

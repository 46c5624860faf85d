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

/** Form in which an API takes a key: `Authorization: Bearer KEY`, Basic, another scheme, a separate header, or the query. */
export const keyStyleEntry = z.union([
  z.enum(['bearer', 'basic'], {
    error: 'is bearer, basic, { header: X-Api-Key }, { query: api_key } or { scheme: Token }',
  }),
  z.strictObject({ header: headerName('is not a header that shows a key, such as X-Api-Key') }),
  z.strictObject({
    query: z.string().regex(/^[\w.~-]+$/, { error: 'is not a parameter that shows a key, such as api_key' }),
  }),
  z.strictObject({ scheme }),
]);

type KeyStyleEntry = z.output<typeof keyStyleEntry>;

/** Place in which a message shows a key: a header by its name in lower case, or a parameter of the query. */
interface KeyPlace {
  readonly in: 'header' | 'query';
  readonly name: string;
}

/** A key at its place. */
export interface KeyLine extends KeyPlace {
  readonly value: string;
}

/** Headers of a request by their names in lower case. */
type GivenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Form in which an API takes a key. Inside the gateway every key is written as `Authorization: Bearer KEY`. */
export interface KeyStyle extends KeyPlace {
  /** Returns `Bearer KEY` for what a request shows. Returns undefined if it shows no key, or several. */
  readonly inward: (target: string, headers: GivenHeaders) => string | undefined;
  /** Returns the place and the text for `Bearer KEY`. */
  readonly outward: (authorization: string) => KeyLine;
}

const BEARER = /^Bearer +/i;
const keyIn = (authorization: string): string => authorization.replace(BEARER, '');

/** True for printable ASCII without a blank, which can be used as a key anywhere in the gateway. */
const isKeyText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Takes a parameter out of the query of a target, whose other parameters stay as they are written. */
function takeParameter(target: string, name: string) {
  const [path = '', ...queryParts] = target.split('?');
  const pieces = queryParts.length === 0 ? [] : queryParts.join('?').split('&');
  const isNamed = (piece: string): boolean => new URLSearchParams(piece).has(name);
  const otherPieces = pieces.filter((piece) => !isNamed(piece));
  return {
    values: pieces.filter(isNamed).map((piece) => new URLSearchParams(piece).get(name) ?? ''),
    target: otherPieces.length === 0 ? path : `${path}?${otherPieces.join('&')}`,
  };
}

/** Returns a target without the parameter that shows a key: nothing may log, keep or compare it. */
export const withoutKey = (target: string, style: KeyStyle | undefined): string =>
  style?.in === 'query' && target.includes('?') ? takeParameter(target, style.name).target : target;

/** Returns a target with a key in its query, in place of what it has under that name. */
export function withKey(target: string, { name, value }: KeyLine): string {
  const { target: bare } = takeParameter(target, name);
  return `${bare}${bare.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value }).toString()}`;
}

/** Writes a text for a pattern that matches it. */
const escapeForPattern = (text: string): string => text.replace(/[^\w-]/g, '\\$&');

/** Returns a text with another key in place of one in the query of its addresses, as links repeat what was asked. */
export function replaceKey(text: string, { name, value }: KeyLine, otherValue: string): string {
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);
  const spellings = [value, encodeURIComponent(value), inForm].map(escapeForPattern).join('|');
  // JSON may write the `&` before a parameter as \u0026.
  const begin = `(?:(?<![\\w.~-])|(?<=\\\\u0026))${escapeForPattern(name)}=`;
  const keyPattern = new RegExp(`(${begin})(?:${spellings})(?![\\w.~%+-])`, 'g');
  return text.replace(keyPattern, (_match, before: string) => before + encodeURIComponent(otherValue));
}

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
  const keyPlace = { in: 'header', name: 'authorization' } as const;
  return {
    ...keyPlace,
    inward: (_target, { authorization }) => {
      const value = String(authorization ?? '');
      return beginning.test(value) ? `Bearer ${read(value.replace(beginning, ''))}` : undefined;
    },
    outward: (authorization) => ({ ...keyPlace, value: `${scheme} ${write(keyIn(authorization))}` }),
  };
}

/** Makes the style of a key that stands alone at its place. */
function styleOfPlace(keyPlace: KeyPlace, read: KeyStyle['inward']): KeyStyle {
  return {
    ...keyPlace,
    inward: (target, headers) => {
      const value = read(target, headers) ?? '';
      return isKeyText(value) ? `Bearer ${value}` : undefined;
    },
    outward: (authorization) => ({ ...keyPlace, value: keyIn(authorization) }),
  };
}

/** Makes the style of an API. Returns undefined if it is the style used inside the gateway. */
export function keyStyleOf(entry: KeyStyleEntry): KeyStyle | undefined {
  if (entry === 'bearer') return undefined;
  if (entry === 'basic') return styleOfScheme('Basic', readBasic, writeBasic);
  if ('scheme' in entry) return styleOfScheme(entry.scheme);
  if ('header' in entry) {
    const name = entry.header.toLowerCase();
    return styleOfPlace({ in: 'header', name }, (_target, { [name]: value }) => String(value ?? ''));
  }
  const { query: name } = entry;
  return styleOfPlace({ in: 'query', name }, (target) => {
    const { values } = takeParameter(target, name);
    return values.length === 1 ? values[0] : undefined;
  });
}

/** Describes the style as a security scheme of OpenAPI. */
export function securityScheme(entry: KeyStyleEntry) {
  if (entry === 'bearer') return { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } };
  if (entry === 'basic') return { basic: { type: 'http', scheme: 'basic' } };
  if ('header' in entry) return { key: { type: 'apiKey', in: 'header', name: entry.header } };
  if ('query' in entry) return { key: { type: 'apiKey', in: 'query', name: entry.query } };
  const description = `\`${entry.scheme} KEY\``;
  return { key: { type: 'apiKey', in: 'header', name: 'Authorization', description } };
}

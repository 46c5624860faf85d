import { parseArgs } from 'node:util';
import { failure, type Result, success } from '../../contract/result';

/** A request as written on the command line, before it is sent or translated. */
export interface AskedCall {
  readonly method: string;
  /** Path and query as written; origin and fragment are left out. */
  readonly path: string;
  /** The headers that influence the answer. */
  readonly headers: AskedHeaders;
  /** The body itself, or the file that holds it. */
  readonly body: BodySource | undefined;
}

interface AskedHeaders {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
}

export type BodySource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string };

/**
 * Reads the path of an address exactly as written. A program sends it unchanged, but a URL parser would normalize it.
 */
export const pathOf = (address: string): string => {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
};

/** Reads the headers that influence the answer from lines in curl's format: `Name: value`. */
export function readHeaders(lines: readonly string[]): AskedHeaders {
  const headers = new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*?)\s*$/s.exec(line) ?? [];
      return value === '' ? [] : [[name.trim().toLowerCase(), value]];
    }),
  );
  return { authorization: headers.get('authorization'), contentType: headers.get('content-type') };
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** curl's options that change the request. */
const significant = {
  request: { ...text, short: 'X' },
  url: text,
  header: { ...texts, short: 'H' },
  'oauth2-bearer': text,
  data: { ...texts, short: 'd' },
  'data-raw': texts,
  'data-ascii': texts,
  'data-binary': texts,
  json: texts,
} as const;

type Options = Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>;

/** Declares options by their names; those in a record have the short name that is their key. */
const named = (
  kind: typeof text | typeof flag,
  shorts: Record<string, string>,
  ...names: string[]
): Options =>
  Object.fromEntries([
    ...Object.entries(shorts).map(([short, name]) => [name, { ...kind, short }] as const),
    ...names.map((name) => [name, kind] as const),
  ]);

/** Options that do not influence the answer. */
const silent = {
  ...named(
    flag,
    { s: 'silent', S: 'show-error', k: 'insecure', i: 'include', v: 'verbose', L: 'location', f: 'fail' },
    ...['fail-with-body', 'compressed', 'http1.1', 'http2', 'no-progress-meter', 'path-as-is'],
  ),
  ...named(flag, { g: 'globoff', N: 'no-buffer' }),
  ...named(
    text,
    { m: 'max-time', A: 'user-agent', w: 'write-out', o: 'output' },
    ...['connect-timeout', 'cacert'],
  ),
};

/** Options of requests that no v1 client can send. */
const refused = {
  ...named(text, { u: 'user', F: 'form', T: 'upload-file' }),
  ...named(flag, { G: 'get', I: 'head' }),
};

/** Reasons why an option is refused. */
const refusals: Readonly<Record<string, string>> = {
  user: 'the service takes a bearer key: -H "Authorization: Bearer ..."',
  get: 'write the query into the address',
  head: 'v1 has no HEAD',
  form: 'the service takes JSON: --json',
  'upload-file': 'the service takes JSON: --json',
};

const options = { ...refused, ...silent, ...significant };

type Given = ReturnType<
  typeof parseArgs<{ options: typeof options; allowPositionals: true; args: string[] }>
>;
type Values = Given['values'];

function read(words: readonly string[]): Result<Given, string> {
  try {
    return success(parseArgs({ args: [...words], options, allowPositionals: true, strict: true }));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return failure(`curl: ${error.message.split('. ')[0] ?? ''}`);
  }
}

const fromFile = (argument: string): BodySource =>
  argument.startsWith('@') ? { kind: 'file', file: argument.slice(1) } : { kind: 'text', text: argument };

function bodyOf(values: Values): Result<BodySource | undefined, string> {
  const { data = [], json = [] } = values;
  const raw = values['data-raw'] ?? [];
  const files = [...data, ...json, ...(values['data-ascii'] ?? []), ...(values['data-binary'] ?? [])];
  const sources = [
    ...files.map(fromFile),
    ...raw.map((written) => ({ kind: 'text', text: written }) as const),
  ];
  const [only, ...otherSources] = sources;
  return otherSources.length === 0
    ? success(only)
    : failure('curl: give the body in one option: several are joined with "&"');
}

function objection(values: Values, positionals: readonly string[]): string | undefined {
  for (const [name, why] of Object.entries(refusals)) {
    if (name in values) return `curl: --${name} is not explained: ${why}`;
  }
  const addresses = positionals.length + (values.url === undefined ? 0 : 1);
  return addresses === 1 ? undefined : `curl: there must be one address, and there are ${addresses}`;
}

function methodOf(values: Values, body: BodySource | undefined): string {
  return values.request ?? (body === undefined ? 'GET' : 'POST');
}

/** Returns the content type that curl sends with a body by default; undefined without a body. */
function defaultType(values: Values, body: BodySource | undefined): string | undefined {
  if (body === undefined) return undefined;
  return values.json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
}

function headersOf(values: Values, body: BodySource | undefined): AskedHeaders {
  const { authorization, contentType } = readHeaders(values.header ?? []);
  const bearer = values['oauth2-bearer'];
  return {
    authorization: authorization ?? (bearer === undefined ? undefined : `Bearer ${bearer}`),
    contentType: contentType ?? defaultType(values, body),
  };
}

/**
 * Reads a curl command line, without the word `curl`, as curl would send it; the failure names the option that is not
 * understood.
 */
export function parseCurl(words: readonly string[]): Result<AskedCall, string> {
  const parsedWords = read(words);
  if (!parsedWords.ok) return parsedWords;
  const { values, positionals } = parsedWords.value;
  const against = objection(values, positionals);
  if (against !== undefined) return failure(against);
  const body = bodyOf(values);
  if (!body.ok) return body;
  return success({
    method: methodOf(values, body.value),
    path: pathOf(values.url ?? positionals[0] ?? ''),
    headers: headersOf(values, body.value),
    body: body.value,
  });
}

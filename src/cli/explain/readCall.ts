import { parseArgs } from 'node:util';
import type { Json } from '../../contract/json';
import { failure, type Result, success } from '../../contract/result';
import { readJsonBytes } from '../../gateway/checkRequest';
import { readBytes } from '../../runtime/files';
import { splitShellWords } from './shellWords';

/** A request as written on the command line, before it is sent or translated. */
export interface AskedCall {
  readonly method: string;
  /** Path and query as written; origin and fragment are left out. */
  readonly path: string;
  /** The headers that influence the answer. */
  readonly headers: Readonly<Record<'authorization' | 'contentType', string | undefined>> & {
    /** All of them by their names in lower case: an API may show its key in a header of its own. */
    readonly given: Readonly<Record<string, string>>;
  };
  /** The body itself, or the file that holds it. */
  readonly body: BodySource | undefined;
}

type BodySource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string };

/**
 * Reads the path of an address exactly as written. A program sends it unchanged, but a URL parser would normalize it.
 */
const pathOf = (address: string): string => {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
};

/** Reads the headers that influence the answer from lines in curl's format: `Name: value`. */
function readHeaders(lines: readonly string[]): AskedCall['headers'] {
  const headers = new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*?)\s*$/s.exec(line) ?? [];
      return value === '' ? [] : [[name.trim().toLowerCase(), value]];
    }),
  );
  const givenHeaders = Object.fromEntries(headers);
  return {
    authorization: givenHeaders['authorization'],
    contentType: givenHeaders['content-type'],
    given: givenHeaders,
  };
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

/** Declares options, each by its name or as `short name`. */
const declareOptions = <Kind extends typeof text | typeof flag>(
  kind: Kind,
  ...names: readonly string[]
): Record<string, Kind & { readonly short?: string }> =>
  Object.fromEntries(
    names.map((written) => {
      const [name = '', short] = written.split(' ').toReversed();
      return [name, { ...kind, ...(short !== undefined && { short }) }];
    }),
  );

/** Options that do not influence the answer. */
const silent = {
  ...declareOptions(flag, 's silent', 'S show-error', 'k insecure', 'i include', 'v verbose', 'L location'),
  ...declareOptions(flag, 'f fail', 'fail-with-body', 'compressed', 'http1.1', 'http2', 'path-as-is'),
  ...declareOptions(flag, 'no-progress-meter', 'g globoff', 'N no-buffer'),
  ...declareOptions(text, 'm max-time', 'A user-agent', 'w write-out', 'o output'),
  ...declareOptions(text, 'connect-timeout', 'cacert'),
};

/** Options of requests that no v1 client can send. */
const refusedOptions = {
  ...declareOptions(text, 'u user', 'F form', 'T upload-file'),
  ...declareOptions(flag, 'G get', 'I head'),
};

/** Reasons why an option is refused. */
const refusals: Readonly<Record<string, string>> = {
  user: 'write the key as its header: -H "Authorization: ..."',
  get: 'write the query into the address',
  head: 'v1 has no HEAD',
  form: 'the service takes JSON: --json',
  'upload-file': 'the service takes JSON: --json',
};

const parseWords = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    options: { ...refusedOptions, ...silent, ...significant },
    allowPositionals: true,
    strict: true,
  });

type Parsed = ReturnType<typeof parseWords>;

/** Reads a body as curl does: `@` names a file. */
function sourceOf(argument: string): BodySource {
  if (argument.startsWith('@')) return { kind: 'file', file: argument.slice(1) };
  return { kind: 'text', text: argument };
}

function curlBody({ values }: Parsed): Result<BodySource | undefined, string> {
  const { data = [], json = [], 'data-ascii': ascii = [], 'data-binary': binary = [] } = values;
  const sources: readonly BodySource[] = [
    ...[...data, ...json, ...ascii, ...binary].map(sourceOf),
    ...(values['data-raw'] ?? []).map((raw) => ({ kind: 'text', text: raw }) as const),
  ];
  if (sources.length <= 1) return success(sources[0]);
  return failure('curl: give the body in one option: several are joined with "&"');
}

function findObjection({ values, positionals }: Parsed): string | undefined {
  const refusal = Object.entries(refusals).find(([name]) => name in values);
  if (refusal !== undefined) return `curl: --${refusal[0]} is not explained: ${refusal[1]}`;
  const addresses = positionals.length + (values.url === undefined ? 0 : 1);
  return addresses === 1 ? undefined : `curl: there must be one address, and there are ${addresses}`;
}

function curlHeaders({ values }: Parsed, hasBody: boolean): AskedCall['headers'] {
  const { header = [], 'oauth2-bearer': bearer, json } = values;
  const { authorization, contentType, given } = readHeaders(header);
  const bodyType = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    authorization: authorization ?? (bearer === undefined ? undefined : `Bearer ${bearer}`),
    contentType: contentType ?? (hasBody ? bodyType : undefined),
    given,
  };
}

function parseKnownCurl(words: readonly string[]): Result<Parsed, string> {
  try {
    return success(parseWords(words));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return failure(`curl: ${error.message.split('. ')[0] ?? ''}`);
  }
}

/**
 * Reads a curl command line, without the word `curl`, as curl would send it. The failure names the option that is not
 * understood.
 */
function parseCurl(words: readonly string[]): Result<AskedCall, string> {
  const parsedCurl = parseKnownCurl(words);
  if (!parsedCurl.ok) return parsedCurl;
  const against = findObjection(parsedCurl.value);
  if (against !== undefined) return failure(against);
  const body = curlBody(parsedCurl.value);
  if (!body.ok) return body;
  const { values, positionals } = parsedCurl.value;
  const { request, url = positionals[0] ?? '' } = values;
  const hasBody = body.value !== undefined;
  return success({
    method: request ?? (hasBody ? 'POST' : 'GET'),
    path: pathOf(url),
    headers: curlHeaders(parsedCurl.value, hasBody),
    body: body.value,
  });
}

interface Written {
  /** A whole curl command as one word or as several, or a method and a path. */
  readonly words: readonly string[];
  /** JSON, or the file that holds it. */
  readonly body: string | undefined;
  readonly headers: readonly string[];
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];

/** Reads the call from the words of the command: a curl command, or a method and a path. */
function readWords(words: readonly string[], hasBody: boolean): Result<AskedCall, string> {
  const [firstWord = '', path, ...furtherWords] = words;
  if (firstWord === 'curl') return parseCurl(words.slice(1));
  const method = firstWord.toUpperCase();
  if (path === undefined || furtherWords.length > 0 || !METHODS.includes(method))
    return failure(
      "write a whole curl command in quotes, or a method and a path: explain GET '/v1/accounts/7'",
    );
  const contentType = hasBody ? 'application/json' : undefined;
  return success({
    method,
    path: pathOf(path),
    headers: { authorization: undefined, contentType, given: {} },
    body: undefined,
  });
}

/** Reads the request to explain. Lifeboat's own options win over those of curl. */
export function readCall({ words: writtenWords, body, headers }: Written): Result<AskedCall, string> {
  const [only = ''] = writtenWords;
  const words = writtenWords.length === 1 ? splitShellWords(only) : success(writtenWords);
  const call = words.ok ? readWords(words.value, body !== undefined) : words;
  if (!call.ok) return call;
  const { authorization, contentType, given } = readHeaders(headers);
  const { headers: written, ...request } = call.value;
  return success({
    ...request,
    headers: {
      authorization: authorization ?? written.authorization,
      contentType: contentType ?? written.contentType,
      given: { ...written.given, ...given },
    },
    // JSON is told from the name of a file by its first character.
    ...(body !== undefined && {
      body: /^\s*[[{"]/.test(body) ? { kind: 'text', text: body } : { kind: 'file', file: body },
    }),
  });
}

/** Reads the bytes of a body. The result is empty without a body. */
export function readSource(source: BodySource | undefined): Result<Buffer, string> {
  if (source === undefined) return success(Buffer.alloc(0));
  return source.kind === 'text' ? success(Buffer.from(source.text)) : readBytes(source.file);
}

/** Reads the JSON of a file, as strictly as the gateway reads v2. */
export function readJsonFile(file: string): Result<Json, string> {
  const bytes = readBytes(file);
  if (!bytes.ok) return bytes;
  const json = readJsonBytes(bytes.value, 'drop');
  return json.ok ? json : failure(`${file} is not JSON that the gateway takes: ${json.failure}`);
}

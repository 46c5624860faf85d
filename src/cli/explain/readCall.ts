import { failure, type Result, success } from '../../contract/result';
import { type AskedCall, type BodySource, parseCurl, pathOf, readHeaders } from './parseCurl';
import type { Json } from '../../contract/json';
import { readJsonBytes } from '../../gateway/requestBody';
import { readBytes } from '../../runtime/files';
import { splitShellWords } from './shellWords';

/** Arguments and options of the command line. */
interface Written {
  /** A whole curl command as one word or as several, or a method and a path. */
  readonly words: readonly string[];
  /** JSON, or the file that holds it. */
  readonly body: string | undefined;
  readonly headers: readonly string[];
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];

/** Distinguishes JSON from the name of a file by its first character. */
const isJson = (text: string): boolean => /^\s*[[{"]/.test(text);

function bodyOf(body: string): BodySource {
  return isJson(body) ? { kind: 'text', text: body } : { kind: 'file', file: body };
}

/** Merges Lifeboat's own options into the call; the own options win. */
function withOwn(call: AskedCall, { body, headers }: Written): AskedCall {
  const { authorization, contentType } = readHeaders(headers);
  return {
    ...call,
    headers: {
      authorization: authorization ?? call.headers.authorization,
      contentType: contentType ?? call.headers.contentType,
    },
    body: body === undefined ? call.body : bodyOf(body),
  };
}

function fromWords(words: readonly string[], written: Written): Result<AskedCall, string> {
  const [firstWord = '', path, ...otherWords] = words;
  if (firstWord === 'curl') {
    const call = parseCurl(words.slice(1));
    return call.ok ? success(withOwn(call.value, written)) : call;
  }
  const method = firstWord.toUpperCase();
  if (path === undefined || otherWords.length > 0 || !METHODS.includes(method))
    return failure(
      "write a whole curl command in quotes, or a method and a path: explain GET '/v1/accounts/7'",
    );
  const contentType = written.body === undefined ? undefined : 'application/json';
  const headers = { authorization: undefined, contentType };
  return success(withOwn({ method, path: pathOf(path), headers, body: undefined }, written));
}

/** Reads the request to explain. */
export function readCall(written: Written): Result<AskedCall, string> {
  const [only, ...otherWords] = written.words;
  if (only === undefined || otherWords.length > 0) return fromWords(written.words, written);
  const words = splitShellWords(only);
  return words.ok ? fromWords(words.value, written) : words;
}

/** Reads the bytes of a body; empty without a body. */
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

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

function plainCall(method: string, path: string, { body, headers }: Written): AskedCall {
  const { authorization, contentType } = readHeaders(headers);
  const json = body === undefined ? undefined : 'application/json';
  return {
    method: method.toUpperCase(),
    path: pathOf(path),
    headers: { authorization, contentType: contentType ?? json },
    body: body === undefined ? undefined : bodyOf(body),
  };
}

/** Merges Lifeboat's own options into the pasted curl command; the own options win. */
function pastedCall(words: readonly string[], { body, headers }: Written): Result<AskedCall, string> {
  const call = parseCurl(words);
  if (!call.ok) return call;
  const { authorization, contentType } = readHeaders(headers);
  const pasted = call.value.headers;
  return success({
    ...call.value,
    headers: {
      authorization: authorization ?? pasted.authorization,
      contentType: contentType ?? pasted.contentType,
    },
    body: body === undefined ? call.value.body : bodyOf(body),
  });
}

function fromWords(words: readonly string[], written: Written): Result<AskedCall, string> {
  const [firstWord = '', second, ...otherWords] = words;
  if (firstWord === 'curl') return pastedCall(words.slice(1), written);
  if (second === undefined || otherWords.length > 0 || !METHODS.includes(firstWord.toUpperCase())) {
    return failure(
      "write a whole curl command in quotes, or a method and a path: explain GET '/v1/accounts/7'",
    );
  }
  return success(plainCall(firstWord, second, written));
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

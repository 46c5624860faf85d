import { split } from 'shlex';
import { failure, type Result, success } from '../../translation/result';
import { type AskedCall, type BodySource, pathOf } from './askedCall';
import { parseCurl } from './parseCurl';
import { readHeaders } from './readHeaders';

/** What was written on the command line. */
export interface Written {
  /** A whole curl command as one word or as several, or a method and a path. */
  readonly words: readonly string[];
  /** JSON, or the file that holds it. */
  readonly body: string | undefined;
  readonly headers: readonly string[];
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];

function shellWords(command: string): Result<readonly string[], string> {
  try {
    return success(split(command));
  } catch {
    return failure('a quotation mark is not closed');
  }
}

/** JSON is told from the name of a file by its first character. */
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

/** What our own options say goes before what the pasted line says. */
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
  const [first = '', second, ...others] = words;
  if (first === 'curl') return pastedCall(words.slice(1), written);
  if (second === undefined || others.length > 0 || !METHODS.includes(first.toUpperCase())) {
    return failure(
      "write a whole curl command in quotes, or a method and a path: explain GET '/v1/accounts/7'",
    );
  }
  return success(plainCall(first, second, written));
}

/** Reads the request that is to be explained. */
export function readAsked(written: Written): Result<AskedCall, string> {
  const [only, ...others] = written.words;
  if (only === undefined || others.length > 0) return fromWords(written.words, written);
  const words = shellWords(only);
  return words.ok ? fromWords(words.value, written) : words;
}

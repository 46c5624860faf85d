import type { SeenAnswer } from './answerPair';

type Headers = SeenAnswer['headers'];

/**
 * The headers that programs read. Others describe the server, the moment or the connection, and may differ. `link` is
 * left out, because the gateway adds a link of its own to every answer.
 */
const COMPARED_HEADERS = [
  'content-type',
  'content-language',
  'content-disposition',
  'location',
  'www-authenticate',
] as const;

/** The name of a header and its value on each side; absent on the side that does not send it. */
interface HeaderPair {
  readonly name: string;
  readonly v1?: string;
  readonly v2?: string;
}

/** Reads a header; of a content type only the media type, because a charset has no effect on JSON (RFC 8259, 11). */
function headerValue(headers: Headers, name: (typeof COMPARED_HEADERS)[number]): string | undefined {
  const value = headers[name];
  return name === 'content-type' ? value?.replace(/\s*;.*$/s, '').toLowerCase() : value;
}

/** Lists the headers that differ. */
export const compareHeaders = (v1: Headers, v2: Headers): readonly HeaderPair[] =>
  COMPARED_HEADERS.flatMap((name) => {
    const [value1, value2] = [headerValue(v1, name), headerValue(v2, name)];
    if (value1 === value2) return [];
    return {
      name,
      ...(value1 === undefined ? {} : { v1: value1 }),
      ...(value2 === undefined ? {} : { v2: value2 }),
    };
  });

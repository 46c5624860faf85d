import type { SeenAnswer } from './seenAnswer';

type Headers = SeenAnswer['headers'];

/**
 * The headers that programs read. Others name the server, the moment or the connection, and differ by right; `link` is
 * not among them, because the gateway adds a link of its own to every answer.
 */
const COMPARED = [
  'content-type',
  'content-language',
  'content-disposition',
  'location',
  'www-authenticate',
] as const;

/** The name of a header and what each side says; absent on the side that does not send it. */
export interface HeaderPair {
  readonly name: string;
  readonly v1?: string;
  readonly v2?: string;
}

/** Of a content type only the media type: a charset means nothing for JSON (RFC 8259, 11). */
function saidBy(headers: Headers, name: (typeof COMPARED)[number]): string | undefined {
  const said = headers[name];
  return name === 'content-type' ? said?.replace(/\s*;.*$/s, '').toLowerCase() : said;
}

/** The headers that differ. */
export const compareHeaders = (v1: Headers, v2: Headers): readonly HeaderPair[] =>
  COMPARED.flatMap((name) => {
    const [one, other] = [saidBy(v1, name), saidBy(v2, name)];
    if (one === other) return [];
    return {
      name,
      ...(one === undefined ? {} : { v1: one }),
      ...(other === undefined ? {} : { v2: other }),
    };
  });

import type { IncomingHttpHeaders } from 'node:http';

/** Headers as a record of texts: repeated ones joined by `, `. */
export const joinedHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

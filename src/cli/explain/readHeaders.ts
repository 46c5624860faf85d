import type { AskedHeaders } from './askedCall';

/** The headers of a call that decide how it is answered, from lines as curl takes them: `Name: value`. */
export function readHeaders(lines: readonly string[]): AskedHeaders {
  const headers = new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*?)\s*$/s.exec(line) ?? [];
      return value === '' ? [] : [[name.trim().toLowerCase(), value]];
    }),
  );
  return { authorization: headers.get('authorization'), contentType: headers.get('content-type') };
}

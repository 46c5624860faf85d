/** A head of one GET below `/v1/` as old HTTP libraries may send it: of control characters only tabs in its target. */
const head = /^(GET )(\/v1\/[\t -~\x80-\xff]*[!-~\x80-\xff])( HTTP\/1\.1\r\n(?:[^\r\n]+\r\n)*\r\n)$/;

/** Bytes that end a target for a parser, or are none of its characters (RFC 9112 3.2, RFC 3986 2). */
const raw = /[\t \x80-\xff]/g;

/**
 * Percent-encodes the raw spaces, tabs and non-ASCII bytes in the target of one bodiless v1 request, and nothing else of it.
 * Undefined for any other packet: whoever sent two requests, or the rest of one, has the mistake shown.
 *
 * @param packet the bytes in which the parser has stopped, as they came
 * @param stop where it has; before the first raw byte, the packet goes on with a line that began in an earlier one
 */
export function mendTarget(packet: Buffer, stop: number): Buffer | undefined {
  const [, method, target, rest] = head.exec(packet.toString('latin1')) ?? [];
  if (method === undefined || target === undefined || rest === undefined) return undefined;
  const first = target.search(raw);
  // A second version in the line may be the end of it to another parser.
  if (first < 0 || stop < method.length + first || /[\t ]HTTP\//i.test(target)) return undefined;
  return Buffer.from(method + target.replace(raw, encodeByte) + rest, 'latin1');
}

const encodeByte = (byte: string): string =>
  `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { endToEnd } from './endToEnd';
import type { Exchange } from './exchange';
import type { BodyPart } from './holdBack';
import type { Copy } from './shadow/copy';

/** An upstream's answer on its way to the client. */
export interface PassedAnswer {
  readonly answer: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly copy: Copy | undefined;
}

/** Writes the head of an answer and what has been read of its body; the rest flows, if there is more. */
export function beginAnswer({ answer, response, exchange, copy }: PassedAnswer, part: BodyPart): void {
  const { bytes, whole } = part;
  response.writeHead(answer.statusCode ?? 0, reasonOf(answer), answerHeaders(answer, exchange));
  copy?.answered(answer, bytes);
  if (whole) {
    response.end(bytes);
    return;
  }
  if (bytes.length > 0) response.write(bytes);
  answer.pipe(response);
}

/** The reason phrase; Node reads characters in it that it refuses to write. */
function reasonOf({ statusCode = 0, statusMessage = '' }: IncomingMessage): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : (STATUS_CODES[statusCode] ?? '');
}

const nothing: ReadonlySet<string> = new Set();
const ending: ReadonlySet<string> = new Set(['deprecation', 'sunset']);

/**
 * Every end-to-end header as it was written, in its order, after the marks; an upstream's own request id wins. What v1
 * says about its own end is not true of this gateway, which says it itself; links of both are kept.
 */
function answerHeaders({ rawHeaders, headers }: IncomingMessage, { id, marks }: Exchange): string[] {
  const goesOn = endToEnd(headers.connection);
  const own = marks();
  const replaced = own['deprecation'] === undefined ? nothing : ending;
  const passed = headers['x-request-id'] === undefined ? ['X-Request-Id', id] : [];
  for (const [name, value] of Object.entries(own)) passed.push(name, value);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { [index]: name = '', [index + 1]: value = '' } = rawHeaders;
    const lower = name.toLowerCase();
    if (goesOn(lower) && !replaced.has(lower)) passed.push(name, value);
  }
  return passed;
}

import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, deflate, deflateRaw, gzip } from 'node:zlib';
import type { Json } from '../../contract/json';
import type { IncomingRequest } from '../http/incomingRequest';
import type { Reply } from '../http/reply';
import type { Marketplace } from '../http/answerOperation';
import type { Disturbance, FaultSetting, Replacement, Wire } from './faultSchema';
import { type JsonReply, rewriteQuery, rewriteReply } from './rewriteAnswer';

/** A call that met faults, and the way to its normal answer. */
interface DisturbedCall {
  readonly request: IncomingRequest;
  readonly response: ServerResponse;
  /** Runs the operation. */
  readonly execute: (request: IncomingRequest) => Reply;
}

/**
 * Answers a call that met faults, which all act: latencies add up, content is rewritten one after the other, and then
 * packed and cut. Returns the status that was sent; null when none was.
 */
export async function answerWithFaults(
  faults: readonly FaultSetting[],
  call: DisturbedCall,
  { clock, chance }: Pick<Marketplace, 'clock' | 'chance'>,
): Promise<number | null> {
  const { response } = call;
  const latency = faults.reduce((sum, fault) => sum + fault.latency, 0);
  if (latency > 0) await new Promise<void>((resolve) => clock.schedule(latency, resolve));
  for (const status of faults.flatMap(({ informational }) => informational)) sendAhead(response, status);
  const reply = replyOf(faults, call, chance);
  if (reply === undefined) {
    response.socket?.resetAndDestroy();
    return null;
  }
  let sent = print(reply);
  for (const wire of ofKind(faults, 'wire')) sent = await pack(sent, wire);
  if (ofKind(faults, 'truncate').length > 0) truncate(response, sent);
  else response.writeHead(sent.status, sent.headers).end(sent.bytes);
  return sent.status;
}

function ofKind<Kind extends Disturbance['kind']>(faults: readonly FaultSetting[], kind: Kind) {
  return faults.flatMap(({ disturbance }) =>
    disturbance?.kind === kind ? [disturbance as Extract<Disturbance, { kind: Kind }>] : [],
  );
}

/** Chooses the final answer; undefined if the connection is reset instead. */
function replyOf(
  faults: readonly FaultSetting[],
  { request, execute }: DisturbedCall,
  chance: Marketplace['chance'],
): JsonReply | undefined {
  const [replacement] = ofKind(faults, 'status');
  const isReset = ofKind(faults, 'reset').length > 0;
  if (isReset || replacement !== undefined) {
    if (faults.some(({ executed }) => executed)) execute(request);
    return isReset || replacement === undefined ? undefined : replaced(replacement);
  }
  const rewritings = ofKind(faults, 'rewrite');
  const query = rewritings.reduce((asked, by) => rewriteQuery(asked, by, chance), request.query);
  const own = execute({ ...request, query });
  return rewritings.reduce((shown, by) => rewriteReply(shown, by, chance), asJson(own));
}

/** An answer as it goes over the wire. */
interface Printed {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Buffer;
}

function sendAhead(response: ServerResponse, status: FaultSetting['informational'][number]): void {
  if (status === 100) response.writeContinue();
  else if (status === 102) response.writeProcessing();
  else response.writeEarlyHints({ link: '</style.css>; rel=preload' });
}

const asJson = (reply: Reply): JsonReply => ({
  ...reply,
  body: JSON.parse(JSON.stringify(reply.body)) as Json,
});

function replaced({ status, message, body, text, retryAfter }: Replacement): JsonReply {
  return {
    status,
    headers: {
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(text === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }),
    },
    body: text ?? body ?? { message: message ?? 'A fault was asked for.' },
  };
}

function print({ status, headers = {}, body }: JsonReply): Printed {
  // A 204 has no body (RFC 9110 15.3.5).
  if (body === undefined || status === 204) {
    return { status, headers: { 'cache-control': 'no-store', ...headers }, bytes: Buffer.alloc(0) };
  }
  const isPage = headers['content-type'] !== undefined && typeof body === 'string';
  const text = isPage ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...headers },
    bytes: Buffer.from(text),
  };
}

const packers = {
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
  'raw-deflate': promisify<Buffer, Buffer>(deflateRaw),
  br: promisify<Buffer, Buffer>(brotliCompress),
} as const;

async function pack(
  { status, headers, bytes }: Printed,
  { headers: more, encoding, padding }: Wire,
): Promise<Printed> {
  const named = new Map(Object.entries(headers));
  const padded = padding === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(padding, ' ')]);
  if (encoding !== undefined) {
    const before = named.get('content-encoding');
    const name = encoding === 'raw-deflate' ? 'deflate' : encoding;
    named.set('content-encoding', before === undefined ? name : `${before}, ${name}`);
  }
  for (const [name, value] of Object.entries(more)) {
    if (value === null) named.delete(name.toLowerCase());
    else named.set(name.toLowerCase(), value);
  }
  return {
    status,
    headers: Object.fromEntries(named),
    bytes: encoding === undefined ? padded : await packers[encoding](padded),
  };
}

/** Promises the whole body and ends the connection in the middle of it. */
function truncate(response: ServerResponse, { status, headers, bytes }: Printed): void {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (half.length === 0) response.socket?.destroy();
  else response.write(half, () => response.socket?.destroy());
}

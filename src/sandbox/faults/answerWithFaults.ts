import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, deflate, deflateRaw, gzip } from 'node:zlib';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Marketplace } from '../http/answerOperation';
import type { IncomingRequest } from '../http/incomingRequest';
import type { Reply } from '../http/reply';
import type { Chance } from '../values/random';
import { editResource, valueAtPath } from './editResource';
import type { Disturbance, FaultSetting, Rewriting } from './faultSchema';

/** Call with the way to its normal answer. */
interface DisturbedCall {
  readonly request: IncomingRequest;
  readonly response: ServerResponse;
  /** Runs the operation. */
  readonly execute: (request: IncomingRequest) => Reply;
}

/** Lists the disturbances of one kind. */
function ofKind<Kind extends Disturbance['kind']>(faults: readonly FaultSetting[], kind: Kind) {
  return faults.flatMap(({ disturbance }) =>
    disturbance?.kind === kind ? [disturbance as Extract<Disturbance, { kind: Kind }>] : [],
  );
}

/**
 * Answers a call with all faults that it has met: latencies add up, and content is rewritten in turn, then compressed
 * and cut. Returns the sent status, or null if none was sent.
 */
export async function answerWithFaults(
  faults: readonly FaultSetting[],
  call: DisturbedCall,
  { clock, chance }: Pick<Marketplace, 'clock' | 'chance'>,
): Promise<number | null> {
  const { response } = call;
  const latencyMs = faults.reduce((sum, fault) => sum + fault.latency, 0);
  if (latencyMs > 0) await new Promise<void>((resolve) => clock.schedule(latencyMs, resolve));
  const reply = replyOf(faults, call, chance);
  if (reply === undefined) {
    response.socket?.resetAndDestroy();
    return null;
  }
  let sent = print(reply);
  for (const wire of ofKind(faults, 'wire')) sent = await pack(sent, wire);
  const { status, headers, bytes } = sent;
  if (ofKind(faults, 'truncate').length === 0) response.writeHead(status, headers).end(bytes);
  else truncate(response.writeHead(status, { ...headers, 'content-length': bytes.length }), bytes);
  return status;
}

/** Sends half of a body that was announced in full, and ends the connection. */
function truncate(response: ServerResponse, bytes: Buffer): void {
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (half.length === 0) response.socket?.destroy();
  else response.write(half, () => response.socket?.destroy());
}

/** Reply whose body is JSON. */
interface JsonReply extends Omit<Reply, 'body'> {
  readonly body: Json | undefined;
}

/** Chooses the final answer; undefined if the connection is reset instead. */
function replyOf(
  faults: readonly FaultSetting[],
  { request, execute }: DisturbedCall,
  chance: Chance,
): JsonReply | undefined {
  const [replacement] = ofKind(faults, 'status');
  const isReset = ofKind(faults, 'reset').length > 0;
  if (isReset || replacement !== undefined) {
    if (faults.some(({ executed }) => executed)) execute(request);
    return isReset || replacement === undefined ? undefined : replaced(replacement);
  }
  const rewritings = ofKind(faults, 'rewrite');
  const query = rewritings.reduce(
    (edited, { query: edits }) => editQuery(edited, edits, chance),
    request.query,
  );
  const reply = execute({ ...request, query });
  const body = JSON.parse(JSON.stringify(reply.body)) as Json;
  return rewritings.reduce<JsonReply>((rewritten, by) => rewriteReply(rewritten, by, chance), {
    ...reply,
    body,
  });
}

function replaced({
  status,
  message = 'A fault was asked for.',
  body = { message },
  text,
  retryAfter,
}: Extract<Disturbance, { kind: 'status' }>): JsonReply {
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(text !== undefined && { 'content-type': 'text/html; charset=utf-8' }),
    },
    body: text ?? body,
  };
}

const editAll = (resource: JsonObject, edits: Rewriting['edits'], chance: Chance): JsonObject =>
  edits.reduce((edited, edit) => editResource(edited, edit, chance), resource);

function editQuery(query: URLSearchParams, edits: Rewriting['query'], chance: Chance): URLSearchParams {
  const edited = Object.entries(editAll(Object.fromEntries(query), edits, chance));
  const isText = (value: unknown): value is string | number =>
    typeof value === 'string' || typeof value === 'number';
  return new URLSearchParams(
    edited.flatMap(([name, value]) => (isText(value) ? [[name, String(value)] as [string, string]] : [])),
  );
}

/** Applies every change to an answer: to each of its resources, and to the whole body. */
function rewriteReply({ body, ...reply }: JsonReply, rewriting: Rewriting, chance: Chance): JsonReply {
  const rewritten = isJsonObject(body) ? rewriteBody(body, rewriting, chance) : body;
  if (reply.status >= 300) return { ...reply, body: rewritten };
  const { status = reply.status, empty } = rewriting;
  return { ...reply, status, body: empty ? undefined : rewritten };
}

function rewriteBody(answered: JsonObject, { edits, where, body }: Rewriting, chance: Chance): JsonObject {
  const rewrite = (resource: Json): Json =>
    isJsonObject(resource) &&
    Object.entries(where).every(([at, value]) => valueAtPath(resource, at) === value)
      ? editAll(resource, edits, chance)
      : resource;
  const { data } = answered;
  const changed = data === undefined ? {} : { data: Array.isArray(data) ? data.map(rewrite) : rewrite(data) };
  return editAll({ ...answered, ...changed }, body, chance);
}

/** Reply in the form in which it is sent. */
interface PrintedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

function print({ status, headers = {}, body }: JsonReply): PrintedReply {
  // A 204 has no body (RFC 9110 15.3.5).
  const isEmpty = body === undefined || status === 204;
  const type = isEmpty ? {} : { 'content-type': 'application/json; charset=utf-8' };
  const isPage = headers['content-type'] !== undefined && typeof body === 'string';
  return {
    status,
    headers: { 'cache-control': 'no-store', ...type, ...headers },
    bytes: Buffer.from(isEmpty ? '' : isPage ? body : JSON.stringify(body)),
  };
}

const packers = {
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
  'raw-deflate': promisify<Buffer, Buffer>(deflateRaw),
  br: promisify<Buffer, Buffer>(brotliCompress),
} as const;

async function pack(
  { status, headers: printed, bytes }: PrintedReply,
  { headers, encoding, padding }: Extract<Disturbance, { kind: 'wire' }>,
): Promise<PrintedReply> {
  const named = new Map(Object.entries(printed));
  if (encoding !== undefined) {
    const inner = named.get('content-encoding');
    const outer = encoding === 'raw-deflate' ? 'deflate' : encoding;
    named.set('content-encoding', inner === undefined ? outer : `${inner}, ${outer}`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) named.delete(name.toLowerCase());
    else named.set(name.toLowerCase(), value);
  }
  const padded = Buffer.concat([bytes, Buffer.alloc(padding, ' ')]);
  return {
    status,
    headers: Object.fromEntries(named),
    bytes: encoding === undefined ? padded : await packers[encoding](padded),
  };
}

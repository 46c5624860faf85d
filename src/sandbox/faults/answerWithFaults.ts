import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, deflate, deflateRaw, gzip } from 'node:zlib';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Marketplace } from '../http/answerOperation';
import type { IncomingRequest } from '../http/incomingRequest';
import { type PrintedReply, printReply, type Reply } from '../http/reply';
import type { Random } from '../values/random';
import { editResource, valueAtPath } from './editResource';
import type { Disturbance, FaultSetting, Rewriting } from './faultSchema';

/** Call with the way to its normal answer. */
interface DisturbedCall {
  readonly request: IncomingRequest;
  readonly response: ServerResponse;
  /** Runs the operation. */
  readonly execute: (request: IncomingRequest) => Reply;
}

type OfKind<Kind> = Extract<Disturbance, { kind: Kind }>;

/** Lists the disturbances of one kind. */
const listKind = <Kind extends Disturbance['kind']>(faults: readonly FaultSetting[], kind: Kind) =>
  faults
    .map(({ disturbance }) => disturbance)
    .filter((disturbance): disturbance is OfKind<Kind> => disturbance?.kind === kind);

/**
 * Answers a call with all faults that it has met: latencies add up, and content is rewritten in turn, then compressed
 * and cut. Returns the sent status, or null if none was sent.
 */
export async function answerWithFaults(
  faults: readonly FaultSetting[],
  call: DisturbedCall,
  { clock, random }: Pick<Marketplace, 'clock' | 'random'>,
): Promise<number | null> {
  const { response } = call;
  const latencyMs = faults.reduce((sum, fault) => sum + fault.latency, 0);
  if (latencyMs > 0) await new Promise<void>((resolve) => clock.schedule(latencyMs, resolve));
  const reply = replyOf(faults, call, random);
  if (reply === undefined) {
    response.socket?.resetAndDestroy();
    return null;
  }
  let sent = printReply(reply);
  for (const wire of listKind(faults, 'wire')) sent = await packReply(sent, wire);
  const { status, headers, bytes } = sent;
  if (listKind(faults, 'truncate').length === 0) response.writeHead(status, headers).end(bytes);
  else sendHalf(response.writeHead(status, { ...headers, 'content-length': bytes.length }), bytes);
  return status;
}

/** Sends half of a body that was announced in full, and ends the connection. */
function sendHalf(response: ServerResponse, bytes: Buffer): void {
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (half.length === 0) response.socket?.destroy();
  else response.write(half, () => response.socket?.destroy());
}

/** Chooses the final answer. Returns undefined if the connection is reset instead. */
function replyOf(
  faults: readonly FaultSetting[],
  { request, execute }: DisturbedCall,
  random: Random,
): Reply | undefined {
  const [replacement] = listKind(faults, 'status');
  const isReset = listKind(faults, 'reset').length > 0;
  const isLost = isReset || replacement !== undefined;
  if (isLost && faults.some(({ executed }) => executed)) execute(request);
  if (isReset) return undefined;
  if (replacement !== undefined) return statusReply(replacement);
  const rewritings = listKind(faults, 'rewrite');
  if (rewritings.length === 0) return execute(request);
  let { query } = request;
  for (const { query: edits } of rewritings) query = editQuery(query, edits, random);
  const reply = execute({ ...request, query });
  let rewritten: Reply = { ...reply, body: JSON.parse(JSON.stringify(reply.body)) as unknown };
  for (const rewriting of rewritings) rewritten = rewriteReply(rewritten, rewriting, random);
  return rewritten;
}

/** Makes the reply that a fault puts in place of the real one. */
function statusReply({ status, message = 'A fault was asked for.', ...more }: OfKind<'status'>): Reply {
  const { body = { message }, text, retryAfter } = more;
  const headers = {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(text !== undefined && { 'content-type': 'text/html; charset=utf-8' }),
  };
  return { status, headers, body: text ?? body };
}

const editAll = (resource: JsonObject, edits: Rewriting['edits'], random: Random): JsonObject =>
  edits.reduce((edited, edit) => editResource(edited, edit, random), resource);

function editQuery(query: URLSearchParams, edits: Rewriting['query'], random: Random): URLSearchParams {
  const edited = new URLSearchParams();
  for (const [name, value] of Object.entries(editAll(Object.fromEntries(query), edits, random)))
    if (typeof value === 'string' || typeof value === 'number') edited.set(name, String(value));
  return edited;
}

/** Applies every change to an answer of JSON: to each of its resources, and to the whole body. */
function rewriteReply(reply: Reply, rewriting: Rewriting, random: Random): Reply {
  const answered = reply.body as Json | undefined;
  const body = isJsonObject(answered) ? rewriteBody(answered, rewriting, random) : answered;
  if (reply.status >= 300) return { ...reply, body };
  const { status = reply.status, empty } = rewriting;
  return { ...reply, status, body: empty ? undefined : body };
}

function rewriteBody(answered: JsonObject, { edits, where, body }: Rewriting, random: Random): JsonObject {
  const rewriteResource = (resource: Json): Json => {
    if (!isJsonObject(resource)) return resource;
    const isMeant = Object.entries(where).every(([at, value]) => valueAtPath(resource, at) === value);
    return isMeant ? editAll(resource, edits, random) : resource;
  };
  const { data } = answered;
  if (data === undefined) return editAll(answered, body, random);
  const changed = Array.isArray(data) ? data.map(rewriteResource) : rewriteResource(data);
  return editAll({ ...answered, data: changed }, body, random);
}

const packers = {
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
  'raw-deflate': promisify<Buffer, Buffer>(deflateRaw),
  br: promisify<Buffer, Buffer>(brotliCompress),
} as const;

/** Changes the bytes and headers of a printed reply, as a fault of the wire asks. */
async function packReply(
  { status, headers: printed, bytes: body }: PrintedReply,
  { headers, encoding, padding }: OfKind<'wire'>,
): Promise<PrintedReply> {
  const namedHeaders = new Map(Object.entries(printed));
  let bytes: Buffer = Buffer.concat([body, Buffer.alloc(padding, ' ')]);
  if (encoding !== undefined) {
    const encodings = [namedHeaders.get('content-encoding') ?? [], encoding.replace('raw-', '')].flat();
    namedHeaders.set('content-encoding', encodings.join(', '));
    bytes = await packers[encoding](bytes);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) namedHeaders.delete(name.toLowerCase());
    else namedHeaders.set(name.toLowerCase(), value);
  }
  return { status, headers: Object.fromEntries(namedHeaders), bytes };
}

import type { Response } from 'express';
import type { IncomingRequest } from '../http/incomingRequest';
import { type Reply, withHeaders } from '../http/reply';
import { sendReply } from '../http/sendReply';
import type { World } from '../http/world';
import type { Fault } from './fault';
import { rewriteQuery } from './rewriteQuery';
import { rewriteReply } from './rewriteReply';

/** A call that met a fault, and how it is answered otherwise. */
export interface DisturbedCall {
  readonly request: IncomingRequest;
  readonly response: Response;
  /** Runs the operation. */
  readonly execute: (request: IncomingRequest) => Promise<Reply>;
}

/**
 * Answers a call that met a fault. The operation is run for an answer that is its own, late, cut or with other content;
 * else only when the fault says so. Returns the status that was sent; null when none was.
 */
export async function answerWithFault(
  { disturbance, executed, latency }: Fault,
  { request, response, execute }: DisturbedCall,
  { clock, chance }: Pick<World, 'clock' | 'chance'>,
): Promise<number | null> {
  await pause(latency, clock);
  switch (disturbance?.kind) {
    case undefined:
      return send(response, await execute(request));
    case 'rewrite': {
      const query = rewriteQuery(request.query, disturbance, chance);
      return send(response, rewriteReply(await execute({ ...request, query }), disturbance, chance));
    }
    case 'status':
      if (executed) await execute(request);
      return send(response, statusReply(disturbance));
    case 'truncate':
      return truncate(response, await execute(request));
    case 'reset':
      if (executed) await execute(request);
      response.socket?.resetAndDestroy();
      return null;
  }
}

function send(response: Response, reply: Reply): number {
  sendReply(response, reply);
  return reply.status;
}

async function pause(milliseconds: number, clock: World['clock']): Promise<void> {
  if (milliseconds > 0) await new Promise<void>((resolve) => clock.schedule(milliseconds, resolve));
}

function statusReply({ status, message, retryAfter }: StatusDisturbance): Reply {
  const reply = { status, body: { message: message ?? 'A fault was asked for.' } };
  return retryAfter === undefined ? reply : withHeaders(reply, { 'retry-after': String(retryAfter) });
}

type StatusDisturbance = Extract<NonNullable<Fault['disturbance']>, { kind: 'status' }>;

/** Promises the whole body and ends the connection in the middle of it. */
function truncate(response: Response, { status, body }: Reply): number {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
  return status;
}

import type { Response } from 'express';
import type { Clock } from '../clock';
import { type Reply, withHeaders } from '../http/reply';
import { sendReply } from '../http/sendReply';
import type { Fault } from './fault';

/**
 * Answers a call that met a fault. `execute` runs the operation: always for latency alone and for a truncated answer,
 * else only when the fault says so. Returns the status that was sent; null when none was.
 */
export async function answerWithFault(
  { disturbance, executed, latency }: Fault,
  response: Response,
  clock: Clock,
  execute: () => Promise<Reply>,
): Promise<number | null> {
  await pause(latency, clock);
  const needsReply = disturbance === undefined || disturbance.kind === 'truncate';
  const reply = needsReply || executed ? await execute() : NOTHING;
  switch (disturbance?.kind) {
    case undefined:
      sendReply(response, reply);
      return reply.status;
    case 'status':
      sendReply(response, statusReply(disturbance));
      return disturbance.status;
    case 'truncate':
      truncate(response, reply);
      return reply.status;
    case 'reset':
      response.socket?.resetAndDestroy();
      return null;
  }
}

async function pause(milliseconds: number, clock: Clock): Promise<void> {
  if (milliseconds > 0) await new Promise<void>((resolve) => clock.schedule(milliseconds, resolve));
}

const NOTHING: Reply = { status: 500, body: null };

function statusReply({ status, message, retryAfter }: StatusDisturbance): Reply {
  const reply = { status, body: { message: message ?? 'A fault was asked for.' } };
  return retryAfter === undefined ? reply : withHeaders(reply, { 'retry-after': String(retryAfter) });
}

type StatusDisturbance = Extract<NonNullable<Fault['disturbance']>, { kind: 'status' }>;

/** Promises the whole body and ends the connection in the middle of it. */
function truncate(response: Response, { status, body }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}

import { createHash } from 'node:crypto';
import type { UpstreamRequest } from '../../gateway/upstream';

/**
 * Makes the key by which an upstream knows a write that it has executed already
 * (draft-ietf-httpapi-idempotency-key-header): each call of a request has its own, and the same when it is repeated.
 */
function idempotencyKey({ requestId, method, path }: UpstreamRequest): string {
  const digest = createHash('sha256').update(`${requestId} ${method} ${path}`).digest('hex');
  return `"${digest.slice(0, 32)}"`;
}

/**
 * Returns the headers of a call, made anew, names and values in turn: nothing of the client's goes along but its authorization and what is carried.
 * No content coding is asked for: unpacking would cost each answer more than its bytes do on the way.
 */
export function upstreamHeaders(request: UpstreamRequest, idempotencyKeys = false): string[] {
  const { method, authorization, body, requestId, carried, keyLine } = request;
  const headers = ['accept', 'application/json', 'accept-encoding', 'identity'];
  if (keyLine !== undefined) headers.push(...keyLine);
  else if (authorization !== undefined) headers.push('authorization', authorization);
  for (const name in carried) headers.push(name, carried[name] ?? '');
  headers.push('user-agent', 'lifeboat', 'via', '1.1 lifeboat', 'x-request-id', requestId); // RFC 9110 7.6.3
  if (body !== undefined) headers.push('content-type', 'application/json');
  if (idempotencyKeys && method !== 'GET') headers.push('idempotency-key', idempotencyKey(request));
  return headers;
}

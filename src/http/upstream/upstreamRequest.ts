import { createHash } from 'node:crypto';
import type { UpstreamRequest } from '../../gateway/upstream';

/**
 * Makes the key by which an upstream recognises a write that it has executed already
 * (draft-ietf-httpapi-idempotency-key-header): each call of a request has its own key, the same when it is repeated.
 */
function idempotencyKey({ requestId, method, path }: UpstreamRequest): string {
  const digest = createHash('sha256').update(`${requestId} ${method} ${path}`).digest('hex');
  return `"${digest.slice(0, 32)}"`;
}

/**
 * Builds the headers of a call, names and values in turn. The client's authorization and the carried headers go along,
 * nothing else of the client. No content coding is asked for: unpacking would cost each answer more than its bytes cost
 * on the way.
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

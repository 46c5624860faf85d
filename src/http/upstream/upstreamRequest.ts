import type { UpstreamRequest } from '../../gateway/upstream';

/**
 * The headers of a call, made anew, names and values in turn: nothing of the client's goes along but its authorization and its trace.
 * No content coding is asked for: unpacking would cost each answer more than its bytes do on the way.
 */
export function upstreamHeaders({ authorization, body, requestId, trace }: UpstreamRequest): string[] {
  const headers = ['accept', 'application/json', 'accept-encoding', 'identity'];
  if (authorization !== undefined) headers.push('authorization', authorization);
  for (const name in trace) headers.push(name, trace[name] ?? '');
  headers.push('user-agent', 'lifeboat', 'via', '1.1 lifeboat', 'x-request-id', requestId); // RFC 9110 7.6.3
  if (body !== undefined) headers.push('content-type', 'application/json');
  return headers;
}

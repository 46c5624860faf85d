import type { UpstreamRequest } from '../gateway/upstream';

/**
 * The headers of a call, made anew: nothing of the client's goes along but its authorization. No content coding is
 * asked for, because Brotli decoding is vulnerable on Node 20 and a bomb cannot be capped before it is unpacked.
 */
export function upstreamHeaders(request: UpstreamRequest): Record<string, string> {
  const { authorization, body, requestId, traceparent } = request;
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(authorization === undefined ? {} : { authorization }),
    ...(traceparent === undefined ? {} : { traceparent }),
    'user-agent': 'lifeboat',
    via: '1.1 lifeboat', // RFC 9110 7.6.3
    'x-request-id': requestId,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

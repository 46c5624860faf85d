import type { IncomingMessage } from 'node:http';
import type { GatewayRequest, Route } from '../gateway/gateway';
import type { Exchange } from './exchange';
import { readTraceparent } from './readTraceparent';

/** What the gateway is told of a request: nothing of its headers but what a translation needs. */
export function gatewayRequest(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { id, gone }: Exchange,
  route: Route,
  body: Buffer,
): GatewayRequest {
  const { authorization, 'content-type': contentType } = headers;
  const traceparent = readTraceparent(headers['traceparent']);
  return { id, route, authorization, contentType, traceparent, body, gone: gone() };
}

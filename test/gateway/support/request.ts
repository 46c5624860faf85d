import type { GatewayRequest } from '../../../src/gateway/gateway.js';
import type { Operation } from '../../../src/mapping/compile/compiledOperation.js';

/** A request as the edge hands it over. */
export const requestFor = (
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
  more: Partial<GatewayRequest> = {},
): GatewayRequest => ({
  id: 'r-1',
  route: { operation, parameters },
  authorization: 'Bearer key-1',
  contentType: undefined,
  body: Buffer.alloc(0),
  cancel: new AbortController().signal,
  ...more,
});

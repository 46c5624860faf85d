import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAttachment } from './createAttachment';
import type { Exchange } from './exchange';
import { createMarks, type Headers } from './marks';
import { openExchange, type ExchangeOptions } from './openExchange';

export interface ExchangesOptions extends ExchangeOptions {
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Headers;
}

/** The exchanges under way, by their response. */
export interface Exchanges {
  readonly open: (request: IncomingMessage, response: ServerResponse) => Exchange;
  readonly of: (response: ServerResponse) => Exchange;
  /** Undefined while the request waits at the door. */
  readonly opened: (response: ServerResponse) => Exchange | undefined;
}

/** Makes exchanges, and finds them again by their responses. */
export function createExchanges(options: ExchangesOptions): Exchanges {
  const marks = createMarks(options.v1Headers);
  const exchanges = createAttachment<ServerResponse, Exchange>();
  return {
    open: (request, response) => {
      const exchange = openExchange(request, response, options, marks);
      exchanges.set(response, exchange);
      return exchange;
    },
    opened: exchanges.get,
    of: (response) => {
      const exchange = exchanges.get(response);
      if (exchange === undefined) throw new Error('the request did not come through the listener');
      return exchange;
    },
  };
}

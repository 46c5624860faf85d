import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange';
import { openExchange, type ExchangeOptions } from './openExchange';

/** The exchanges under way, by their response. */
export interface Exchanges {
  readonly open: (request: IncomingMessage, response: ServerResponse) => Exchange;
  readonly of: (response: ServerResponse) => Exchange;
}

const EXCHANGE = Symbol('exchange');

/**
 * Keeps each exchange on its response, under a name that nobody else has. A WeakMap would leave Express's objects
 * alone, but each entry of a short life costs the garbage collector more than the rest of the exchange (measured: 24 to
 * 48 us of CPU time a request).
 */
export function createExchanges(options: ExchangeOptions): Exchanges {
  return {
    open: (request, response) => {
      const exchange = openExchange(request, response, options);
      Object.assign(response, { [EXCHANGE]: exchange });
      return exchange;
    },
    of: (response: ServerResponse & { readonly [EXCHANGE]?: Exchange }) => {
      const exchange = response[EXCHANGE];
      if (exchange === undefined) throw new Error('the request did not come through the listener');
      return exchange;
    },
  };
}

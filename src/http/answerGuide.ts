import type { RequestHandler } from 'express';
import type { AdminPage } from './adminPage';
import type { Exchanges } from './createExchanges';

/** Where the gateway's own migration guide is: what `Link` names unless the operator has a page of his own. */
export const GUIDE_PATH = '/guide';

/** Answers the migration guide, for whoever follows the `Link` of an answer. */
export function answerGuide(page: (() => AdminPage) | undefined, exchanges: Exchanges): RequestHandler {
  return (request, response, next) => {
    if (page === undefined || request.method !== 'GET' || request.url !== GUIDE_PATH) {
      next();
      return;
    }
    const { type, body } = page();
    const exchange = exchanges.of(response);
    exchange.note({ route: GUIDE_PATH });
    exchange.answer({ status: 200, headers: { 'content-type': type }, body });
  };
}

import type { Operation } from '../http/operation';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import { accountOfferList } from './accountOfferList';
import { findAccountOffer } from './findAccountOffer';
import { showAccountOffers } from './showAccountOffers';

/** GET /v2/account-offers: the paged list (observed). */
export const listAccountOffers: Operation = {
  version: 'v2',
  method: 'GET',
  path: '/v2/account-offers',
  handle: (call) => listPage(call, accountOfferList, (rows) => showAccountOffers(call, rows)),
};

/** GET /v2/account-offers/{account}: one offer (observed). */
export const getAccountOffer: Operation = {
  version: 'v2',
  method: 'GET',
  path: '/v2/account-offers/{account}',
  handle: async (call) => {
    const offer = await findAccountOffer(call, call.parameters.account);
    if (offer === undefined) return problems.notFound;
    const [data] = await showAccountOffers(call, [offer]);
    return ok({ data });
  },
};

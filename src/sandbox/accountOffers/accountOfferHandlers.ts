import { accountOfferPatch } from '../../contract/v2/accountOfferPatch';
import type { accountOfferOperations } from '../../contract/v2/operations/accountOffers';
import { findGame } from '../games/findGame';
import type { Call } from '../http/call';
import type { Handler, HandlersOf } from '../http/handler';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import type { Action } from '../offers/action';
import { actionAnswer } from '../offers/actionAnswer';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import type { AccountOffer } from './accountOffer';
import { accountOfferColumns } from './accountOfferColumns';
import { accountOfferList } from './accountOfferList';
import { createAccountOffer, createStockedAccountOffer } from './createAccountOffers';
import { deleteAccountOffer } from './deleteAccountOffer';
import { duplicateAccountOffer } from './duplicateAccountOffer';
import { loginTaken } from './loginTaken';
import { moveAccountOffer } from './moveAccountOffer';
import { patchRules } from './patchRules';
import { saveAccountOffer } from './saveAccountOffer';
import { showAccountOffers } from './showAccountOffers';
import { showAccountOfferTemplate } from './showAccountOfferTemplate';
import { withAccountOffer } from './withAccountOffer';

/** Account offers on v2. */
export const accountOfferHandlers: HandlersOf<typeof accountOfferOperations> = {
  listAccountOffers: (call) => listPage(call, accountOfferList, (rows) => showAccountOffers(call, rows)),
  createAccountOffer,
  createStockedAccountOffer,
  getAccountOfferTemplate: ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    return game?.services.includes('accounts') === true
      ? ok(showAccountOfferTemplate(game))
      : problems.notFound;
  },
  getAccountOffer: withAccountOffer(async (call, offer) => ok({ data: await showOne(call, offer) })),
  patchAccountOffer: withAccountOffer(async (call, offer) => {
    const body = checkBody(accountOfferPatch, call.body, ...patchRules(offer));
    if (!body.ok) return invalid(body.errors);
    const taken = await loginTaken(call, body.value.login, offer.id);
    if (taken !== undefined) return taken;
    const saved = await saveAccountOffer(call, offer.id, accountOfferColumns(body.value));
    return ok({ data: await showOne(call, saved) });
  }),
  deleteAccountOffer: withAccountOffer(deleteAccountOffer),
  markAccountOfferListed: move('list'),
  markAccountOfferDraft: move('draft'),
  duplicateAccountOffer: withAccountOffer(async (call, offer) => {
    const copy = await duplicateAccountOffer(call, offer);
    return ok(actionAnswer(await showOne(call, copy), 'duplicate', offer.status));
  }),
};

function move(action: Action): Handler {
  return withAccountOffer(async (call, offer) => {
    const moved = await moveAccountOffer(call, offer, action);
    return moved.ok ? ok(actionAnswer(await showOne(call, moved.offer), action, offer.status)) : moved.reply;
  });
}

async function showOne(call: Call, offer: AccountOffer) {
  const [shown] = await showAccountOffers(call, [offer]);
  return shown;
}

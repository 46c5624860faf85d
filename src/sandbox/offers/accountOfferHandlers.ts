import type { z } from 'zod';
import {
  accountOfferCreate,
  accountOfferPatch,
  accountOfferStockedCreate,
} from '../../contract/v2/accountOffersV2';
import { lists } from '../../contract/v2/envelopeV2';
import { addCredentials } from './credentialStock';
import { deliveryTimeRequired } from '../values/deliveryTime';
import { gameHas, gameRequired, requiredGame } from '../games/gameRules';
import type { Handler, HandlersOf, SellerCall } from '../http/handler';
import { created, ok, sandboxProblems } from '../http/reply';
import { checkBody, invalid } from '../http/checkBody';
import {
  accountDataFits,
  accountOfferColumns,
  credentialsRequired,
  loginRequired,
  patchRules,
} from './accountOfferBodies';
import type { AccountOffer } from '../storage/offerTables';
import {
  deleteAccountOffer,
  duplicateAccountOffer,
  insertAccountOffer,
  loginTaken,
  moveAccountOffer,
  saveAccountOffer,
  withAccountOffer,
} from './accountOfferStore';
import { showAccountOffers, showAccountOfferTemplate } from './showAccountOffer';
import { betweenInstants, contains, type ListRules, oneOfNumbers, oneOfTexts } from '../listing/listQuery';
import { DELIVERY_SECONDS } from '../storage/liveShapes';
import { findGame } from '../games/catalogue';
import { answerList } from '../listing/answerList';
import { type Action, actionAnswer } from './offerActions';
import type { accountOfferOperations } from './accountOfferOperations';

const rules = [gameRequired, gameHas('accounts'), accountDataFits(), deliveryTimeRequired(false)];

/** Makes the items of a game optional, because clients of the live service leave them out (observed). */
const withoutItems = accountOfferCreate.extend({
  game_items: accountOfferCreate.shape.game_items.optional(),
});

/** Creates an account offer with one login (spec 4.2). */
const createAccountOffer: Handler = async (call) => {
  const schema = call.display.shape === 'live' ? withoutItems : accountOfferCreate;
  const body = checkBody(schema, call.body, ...rules, loginRequired);
  if (!body.ok) return invalid(body.errors);
  const taken = await loginTaken(call, body.value.login);
  if (taken !== undefined) return taken;
  return answerCreated(call, await insertAccountOffer(call, newColumns(body.value)));
};

/** Creates an account offer with a stock of credentials (observed). */
const createStockedAccountOffer: Handler = async (call) => {
  const body = checkBody(accountOfferStockedCreate, call.body, ...rules, credentialsRequired);
  if (!body.ok) return invalid(body.errors);
  const offer = await insertAccountOffer(call, { ...newColumns(body.value), is_legacy: 0 });
  await addCredentials(call, offer.id, body.value.credentials ?? []);
  return answerCreated(call, offer);
};

const newColumns = (body: z.output<typeof accountOfferStockedCreate>) => ({
  ...accountOfferColumns(body),
  title: body.title,
  game_id: requiredGame(body).id,
});

async function answerCreated(call: SellerCall, offer: AccountOffer) {
  const [data] = await showAccountOffers(call, [offer]);
  return created({ data });
}

/** Description of the list of account offers; there is no filter for a login (observed). */
export const accountOfferList: ListRules<'account_offer'> = {
  table: 'account_offer',
  sorts: lists.accountOffers.sorts,
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
    created_at: betweenInstants('created_at'),
  },
  sortedBy: { delivery_time: DELIVERY_SECONDS },
};

/** Account offers on v2. */
export const accountOfferHandlers: HandlersOf<typeof accountOfferOperations> = {
  listAccountOffers: (call) => answerList(call, accountOfferList, (rows) => showAccountOffers(call, rows)),
  createAccountOffer,
  createStockedAccountOffer,
  getAccountOfferTemplate: ({ parameters }) => {
    const game = findGame(parameters.game ?? '');
    return game?.services.includes('accounts') === true
      ? ok(showAccountOfferTemplate(game))
      : sandboxProblems.notFound;
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

async function showOne(call: SellerCall, offer: AccountOffer) {
  const [shown] = await showAccountOffers(call, [offer]);
  return shown;
}

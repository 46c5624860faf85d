import type { z } from 'zod';
import { accountOfferCreate } from '../../contract/v2/accountOfferCreate';
import { accountOfferStockedCreate } from '../../contract/v2/accountOfferStockedCreate';
import { addCredentials } from '../credentials/addCredentials';
import { deliveryTimeRequired } from '../delivery/deliveryTimeRequired';
import { gameHas, gameRequired, requiredGame } from '../games/gameRules';
import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { created } from '../http/reply';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { accountDataFits } from './accountDataFits';
import type { AccountOffer } from './accountOffer';
import { accountOfferColumns } from './accountOfferColumns';
import { credentialsRequired } from './credentialsRequired';
import { insertAccountOffer } from './insertAccountOffer';
import { loginTaken } from './loginTaken';
import { loginRequired } from './loginRequired';
import { showAccountOffers } from './showAccountOffers';

const rules = [gameRequired, gameHas('accounts'), accountDataFits(), deliveryTimeRequired(false)];

/** Clients of the live service leave the items of a game out (observed). */
const withoutItems = accountOfferCreate.extend({
  game_items: accountOfferCreate.shape.game_items.optional(),
});

/** Creates an account offer with one login (spec 4.2). */
export const createAccountOffer: Handler = async (call) => {
  const schema = call.display.shape === 'live' ? withoutItems : accountOfferCreate;
  const body = checkBody(schema, call.body, ...rules, loginRequired);
  if (!body.ok) return invalid(body.errors);
  const taken = await loginTaken(call, body.value.login);
  if (taken !== undefined) return taken;
  return answerCreated(call, await insertAccountOffer(call, newColumns(body.value)));
};

/** Creates an account offer with a stock of credentials (observed). */
export const createStockedAccountOffer: Handler = async (call) => {
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

async function answerCreated(call: Call, offer: AccountOffer) {
  const [data] = await showAccountOffers(call, [offer]);
  return created({ data });
}

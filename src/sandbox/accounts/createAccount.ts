import type { z } from 'zod';
import { accountCreate } from '../../contract/v1/accountCreate';
import { insertAccountOffer } from '../accountOffers/insertAccountOffer';
import { loginTaken } from '../accountOffers/loginTaken';
import { microsOf } from '../amounts/microsOf';
import { deliveryColumns } from '../delivery/deliveryColumns';
import { deliveryTimeRequired } from '../delivery/deliveryTimeRequired';
import { isSet } from '../validation/isSet';
import { attributeErrors } from '../games/attributeErrors';
import { gameHas, gameNamed, requiredGame } from '../games/gameRules';
import type { Handler } from '../http/handler';
import { created } from '../http/reply';
import { writeFreeObject } from '../storage/writeFreeObject';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import type { Rule } from '../validation/rule';
import { showAccount } from './showAccount';

/** In v1 the account data holds the game's own attributes only; what every game has stands beside them (observed). */
const accountDataFits: Rule = (body) =>
  attributeErrors(body.account_data, (game) => game.attributes, gameNamed(body));

/** A server must be one of the game's. */
const serverFits: Rule = (body) => {
  const servers = gameNamed(body)?.servers ?? [];
  const known = typeof body.server !== 'string' || servers.length === 0 || servers.includes(body.server);
  return known ? {} : { server: ['The selected server is invalid.'] };
};

/** Creates an account (observed). */
export const createAccount: Handler = async (call) => {
  const rules = [gameHas('accounts'), accountDataFits, serverFits, deliveryTimeRequired(false)];
  const body = checkBody(accountCreate, call.body, ...rules);
  if (!body.ok) return invalid(body.errors);
  const taken = await loginTaken(call, body.value.login);
  if (taken !== undefined) return taken;
  const account = await insertAccountOffer(call, newColumns(body.value));
  return created({ data: showAccount(account, call.display.shape, true) });
};

function newColumns(body: z.output<typeof accountCreate>) {
  const { slug } = body;
  return {
    game_id: requiredGame(body).id,
    title: body.title,
    ...(slug == null ? {} : { slug }),
    description: body.description,
    price: Number(microsOf(body.price)),
    login: body.login,
    password: body.password,
    ...optionalTexts(body),
    is_manual: isSet(body.is_manual) ? 1 : 0,
    ...deliveryColumns(body.delivery_time ?? null),
    image_urls: JSON.stringify(body.image_urls),
    attributes: writeFreeObject(body.account_data),
    game_items: writeFreeObject(body.game_items ?? null),
  };
}

const optionalTexts = (body: z.output<typeof accountCreate>) => ({
  email_login: body.email_login ?? null,
  email_password: body.email_password ?? null,
  server: body.server ?? null,
  level_up_method: body.level_up_method ?? null,
  ign: body.ign ?? null,
  dump: body.dump ?? null,
  delivery_instructions: body.delivery_instructions ?? null,
});

import type { Json } from '../../contract/json';
import { type Game, gameOf } from '../games/catalogue';
import { attributeErrors, attributesOfGame, findNamedGame, hasGame } from '../games/gameRules';
import { errorsOf, isSet, type Rule, ruleError, spokenName } from '../http/checkBody';
import type { AccountOffer } from '../storage/sandboxSchema';
import { type Columns, columnOf } from '../storage/tables';
import { microsOf } from '../values/amounts';
import { deliveryColumns, createDeliveryTimeRule } from '../values/deliveryTime';
import { type FreeObject, membersOf, writeFreeObject } from '../values/display';
import { LOGIN } from './accountViews';
import type { OfferBody } from './offers';

/** Members of requests that equal a column; v2's bodies have the last three in their account data. */
const SAME_NAMES = [
  ...['external_id', 'title', 'description', 'dump', 'private_note', 'delivery_instructions'],
  ...LOGIN,
  ...['server', 'level_up_method', 'ign'],
];

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Splits account data into columns; in v2 server, level-up method and name are among the attributes (observed). */
function dataColumns(data: FreeObject, version: 'v1' | 'v2'): Columns<AccountOffer> {
  if (version === 'v1') return { attributes: writeFreeObject(data) };
  const { server, level_up_method, ign, ...attributes } = membersOf(data);
  return {
    server: textOrNull(server),
    level_up_method: textOrNull(level_up_method),
    ign: textOrNull(ign),
    attributes: writeFreeObject(attributes),
  };
}

/** Returns the columns that a checked body sets. A column of undefined stays unchanged. */
export function accountColumns(body: OfferBody, version: 'v1' | 'v2'): Columns<AccountOffer> {
  const { slug, price, is_manual, image_urls, account_data, game_items, delivery_time } = body;
  return {
    game_id: findNamedGame(body)?.id,
    ...Object.fromEntries(Object.entries(body).filter(([name]) => SAME_NAMES.includes(name))),
    slug: typeof slug === 'string' ? slug : undefined,
    price: columnOf(price, (amount: string | number) => Number(microsOf(amount))),
    is_manual: columnOf(is_manual, (flag: Json) => Number(isSet(flag))),
    image_urls: columnOf(image_urls, JSON.stringify),
    game_items: columnOf(game_items, writeFreeObject),
    ...columnOf(account_data, (data: FreeObject) => dataColumns(data, version)),
    ...deliveryColumns(delivery_time),
  };
}

const createAccountDataRule =
  (current?: Game): Rule =>
  (body) =>
    attributeErrors(body.account_data, attributesOfGame, hasGame(body) ? findNamedGame(body) : current);

/**
 * Refuses account data in v1 with other than the game's own attributes. Those of every game are separate members
 * (observed).
 */
const checkAccountDataV1: Rule = (body) =>
  attributeErrors(body.account_data, (game) => game.attributes, findNamedGame(body));

const checkServer: Rule = (body) => {
  const servers = findNamedGame(body)?.servers ?? [];
  const { server } = body;
  const fits = typeof server !== 'string' || servers.length === 0 || servers.includes(server);
  return ruleError(!fits, 'server', 'The selected server is invalid.');
};

type Secret = 'login' | 'password' | 'credentials';

/** Creates the rule that fields are required unless delivery is manual (spec 4.2). `offer` may have them already. */
const createSecretsRule =
  (fields: readonly Secret[], offer?: AccountOffer): Rule =>
  (body) => {
    const { is_manual: flag = offer?.is_manual } = body;
    if (isSet(flag)) return {};
    const { login, password } = offer ?? {};
    const values: { readonly [Name in Secret]?: unknown } = { login, password, ...body };
    const missing = fields.filter((name) => values[name] == null);
    return errorsOf(missing, (name) => `The ${name} field is required unless is manual is true.`);
  };

/** Refuses a login for an offer with a stock of credentials (spec 4.4). */
const prohibitLogin: Rule = (body) =>
  errorsOf(
    LOGIN.filter((name) => body[name] != null),
    (name) => `The ${spokenName(name)} field is prohibited.`,
  );

/** Rules of a new v1 account, without those about its game (observed). */
export const createRulesV1 = [checkAccountDataV1, checkServer, createDeliveryTimeRule(false)];

/** Returns the rules of a new v2 account offer with these secrets. */
export const createRules = (...secrets: readonly Secret[]): readonly Rule[] => [
  createAccountDataRule(),
  createDeliveryTimeRule(false),
  createSecretsRule(secrets),
];

/** Returns the rules of an update of an account offer. */
export const patchRules = (offer: AccountOffer): readonly Rule[] => [
  createAccountDataRule(gameOf(offer)),
  createDeliveryTimeRule(offer.delivery_unit !== null),
  offer.is_legacy === 1 ? createSecretsRule(['login', 'password'], offer) : prohibitLogin,
];

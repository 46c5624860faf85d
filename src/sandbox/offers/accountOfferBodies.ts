import type { z } from 'zod';
import { type FreeObject, given, membersOf, writeFreeObject } from '../values/columnValues';
import type { accountOfferPatch } from '../../contract/v2/accountOffersV2';
import { microsOf } from '../values/amounts';
import { deliveryColumns, deliveryTimeRequired } from '../values/deliveryTime';
import { isSet, type Rule } from '../http/checkBody';
import { attributeErrors, attributesOfGame, gameHas, gameNamed, namesGame } from '../games/gameRules';
import type { AccountOffer } from '../storage/offerTables';
import { type Game, gameOf } from '../games/catalogue';

/** The columns that keep an account's data: one for each attribute that every game has, and one for all others. */
interface AccountDataColumns {
  readonly server: string | null;
  readonly level_up_method: string | null;
  readonly ign: string | null;
  readonly attributes: string;
}

/** Takes v2's account data apart; there server, level-up method and name stand among the attributes (observed). */
function accountDataColumns(data: FreeObject): AccountDataColumns {
  const { server, level_up_method, ign, ...attributes } = membersOf(data);
  return {
    server: textOrNull(server),
    level_up_method: textOrNull(level_up_method),
    ign: textOrNull(ign),
    attributes: writeFreeObject(attributes),
  };
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

type Patch = z.output<typeof accountOfferPatch>;

/** A checked request about an account offer; a new one may name its game one way and have null the other. */
type Fields = Omit<Patch, 'game' | 'game_id'> & { readonly game?: unknown; readonly game_id?: unknown };

/** The columns that a checked body gives a value: exactly those whose member it has. */
export function accountOfferColumns(body: Fields): Partial<AccountOffer> {
  const { price, is_manual, image_urls, account_data, game_items, delivery_time, slug } = body;
  return {
    ...given({
      game_id: gameNamed(body)?.id,
      external_id: body.external_id,
      title: body.title,
      description: body.description,
      dump: body.dump,
      private_note: body.private_note,
      delivery_instructions: body.delivery_instructions,
      login: body.login,
      password: body.password,
      email_login: body.email_login,
      email_password: body.email_password,
      email_provider: body.email_provider,
      slug: slug ?? undefined,
    }),
    ...(price === undefined ? {} : { price: Number(microsOf(price)) }),
    ...(is_manual === undefined ? {} : { is_manual: isSet(is_manual) ? 1 : 0 }),
    ...(image_urls === undefined ? {} : { image_urls: JSON.stringify(image_urls) }),
    ...(account_data === undefined ? {} : accountDataColumns(account_data)),
    ...(game_items === undefined ? {} : { game_items: writeFreeObject(game_items) }),
    ...(delivery_time === undefined ? {} : deliveryColumns(delivery_time)),
  };
}

/** Account data must fit the game that the body names, or else the game that the offer has. */
export const accountDataFits =
  (current?: Game): Rule =>
  (body) =>
    attributeErrors(body.account_data, attributesOfGame, namesGame(body) ? gameNamed(body) : current);

/** At least one credential is required (observed) unless the delivery is manual, as for logins (spec 4.2). */
export const credentialsRequired: Rule = (body) =>
  isSet(body.is_manual) || body.credentials != null
    ? {}
    : { credentials: ['The credentials field is required unless is manual is true.'] };

/** Login and password are required unless the delivery is manual (spec 4.2). */
export const loginRequired: Rule = (body) => {
  if (isSet(body.is_manual)) return {};
  return Object.fromEntries(
    ['login', 'password']
      .filter((field) => body[field] == null)
      .map((field) => [field, [`The ${field} field is required unless is manual is true.`]]),
  );
};

const LOGIN_FIELDS = ['login', 'password', 'email_login', 'email_password', 'email_provider'] as const;

/** A stock of credentials has no login of its own. */
const loginProhibited: Rule = (body) =>
  Object.fromEntries(
    LOGIN_FIELDS.filter((field) => body[field] != null).map((field) => [
      field,
      [`The ${field.replace('_', ' ')} field is prohibited.`],
    ]),
  );

/** Checks that login and password are present after the update, too, unless the delivery is manual (spec 4.2). */
const loginKept =
  (offer: AccountOffer): Rule =>
  (body) => {
    const manual = body.is_manual === undefined ? offer.is_manual === 1 : isSet(body.is_manual);
    if (manual) return {};
    return Object.fromEntries(
      (['login', 'password'] as const)
        .filter((field) => (body[field] === undefined ? offer[field] : body[field]) === null)
        .map((field) => [field, [`The ${field} field is required unless is manual is true.`]]),
    );
  };

/** The rules that an update of this offer must keep beyond the contract. */
export const patchRules = (offer: AccountOffer): readonly Rule[] => [
  gameHas('accounts'),
  accountDataFits(gameOf(offer)),
  deliveryTimeRequired(offer.delivery_unit !== null),
  offer.is_legacy === 1 ? loginKept(offer) : loginProhibited,
];

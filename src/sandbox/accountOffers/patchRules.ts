import { deliveryTimeRequired } from '../delivery/deliveryTimeRequired';
import { isSet } from '../validation/isSet';
import { gameOf } from '../games/findGame';
import { gameHas } from '../games/gameRules';
import type { Rule } from '../validation/rule';
import { accountDataFits } from './accountDataFits';
import type { AccountOffer } from './accountOffer';

const LOGIN_FIELDS = ['login', 'password', 'email_login', 'email_password', 'email_provider'] as const;

/** A stock of credentials has no login of its own. */
const loginProhibited: Rule = (body) =>
  Object.fromEntries(
    LOGIN_FIELDS.filter((field) => body[field] != null).map((field) => [
      field,
      [`The ${field.replace('_', ' ')} field is prohibited.`],
    ]),
  );

/** After the update, too, login and password are there unless the delivery is manual (spec 4.2). */
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

/** What an update of this offer must keep beyond the contract. */
export const patchRules = (offer: AccountOffer): readonly Rule[] => [
  gameHas('accounts'),
  accountDataFits(gameOf(offer)),
  deliveryTimeRequired(offer.delivery_unit !== null),
  offer.is_legacy === 1 ? loginKept(offer) : loginProhibited,
];

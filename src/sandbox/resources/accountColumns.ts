import type { Json } from '../../contract/json';
import type { Columns } from '../storage/tables';
import {
  attributeErrors,
  attributesOfGame,
  gameHas,
  gameNamed,
  gameRequired,
  namesGame,
} from '../games/gameRules';
import { type Game, gameOf } from '../games/catalogue';
import { isSet, type Rule } from '../http/checkBody';
import type { AccountOffer } from '../storage/sandboxSchema';
import { microsOf } from '../values/amounts';
import { type FreeObject, membersOf, writeFreeObject } from '../values/columnValues';
import { deliveryColumns, deliveryTimeRequired } from '../values/deliveryTime';

/** Members of requests that are columns of the same name. */
const TEXTS = [
  'external_id',
  'title',
  'description',
  'dump',
  'private_note',
  'delivery_instructions',
] as const;
const LOGIN = ['login', 'password', 'email_login', 'email_password', 'email_provider'] as const;
const PLAYER = ['server', 'level_up_method', 'ign'] as const;

/** A checked request about an account, of either version; an absent member changes nothing. */
export interface AccountBody {
  readonly game?: unknown;
  readonly game_id?: unknown;
  readonly slug?: string | null | undefined;
  readonly price?: string | number | undefined;
  readonly is_manual?: Json | undefined;
  readonly image_urls?: readonly string[] | undefined;
  readonly account_data?: FreeObject | undefined;
  readonly game_items?: FreeObject | undefined;
  readonly delivery_time?: Parameters<typeof deliveryColumns>[0] | undefined;
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Takes account data apart; in v2 server, level-up method and name stand among the attributes (observed). */
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

/** The columns that a checked request gives a value; a column of undefined stays as it is. */
export function accountColumns(body: AccountBody, version: 'v1' | 'v2'): Columns<AccountOffer> {
  const { slug, price, is_manual, image_urls, account_data, game_items, delivery_time: time } = body;
  const names: readonly string[] = version === 'v1' ? [...TEXTS, ...LOGIN, ...PLAYER] : [...TEXTS, ...LOGIN];
  return {
    game_id: gameNamed(body)?.id,
    ...Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))),
    slug: slug ?? undefined,
    price: price === undefined ? undefined : Number(microsOf(price)),
    is_manual: is_manual === undefined ? undefined : Number(isSet(is_manual)),
    image_urls: image_urls && JSON.stringify(image_urls),
    game_items: game_items === undefined ? undefined : writeFreeObject(game_items),
    ...(account_data === undefined ? {} : dataColumns(account_data, version)),
    ...(time === undefined ? {} : deliveryColumns(time)),
  };
}

const accountDataFits =
  (current?: Game): Rule =>
  (body) =>
    attributeErrors(body.account_data, attributesOfGame, namesGame(body) ? gameNamed(body) : current);

/** In v1 the account data holds only the game's own attributes; those of every game stand next to it (observed). */
const accountDataFitsV1: Rule = (body) =>
  attributeErrors(body.account_data, (game) => game.attributes, gameNamed(body));

const serverFits: Rule = (body) => {
  const servers = gameNamed(body)?.servers ?? [];
  const { server } = body;
  const fits = typeof server !== 'string' || servers.length === 0 || servers.includes(server);
  return fits ? {} : { server: ['The selected server is invalid.'] };
};

type Secret = 'login' | 'password' | 'credentials';

/** Requires fields unless the delivery is manual (spec 4.2); of an update, what the offer has counts. */
export const requiredUnlessManual =
  (fields: readonly Secret[], offer?: AccountOffer): Rule =>
  (body) => {
    const { is_manual: flag } = body;
    if (flag === undefined ? offer?.is_manual === 1 : isSet(flag)) return {};
    const has = (name: Secret): boolean =>
      (body[name] === undefined && name !== 'credentials' ? offer?.[name] : body[name]) != null;
    return Object.fromEntries(
      fields
        .filter((name) => !has(name))
        .map((name) => [name, [`The ${name} field is required unless is manual is true.`]]),
    );
  };

/** A stocked offer has no login (spec 4.4). */
const loginProhibited: Rule = (body) =>
  Object.fromEntries(
    LOGIN.filter((name) => body[name] != null).map((name) => [
      name,
      [`The ${name.replace('_', ' ')} field is prohibited.`],
    ]),
  );

/** Rules of a new v1 account (observed). */
export const createRulesV1 = [
  gameHas('accounts'),
  accountDataFitsV1,
  serverFits,
  deliveryTimeRequired(false),
];

/** Rules of a new v2 account offer, besides its credentials. */
export const createRules = [
  gameRequired,
  gameHas('accounts'),
  accountDataFits(),
  deliveryTimeRequired(false),
];

/** Rules of an update of an account offer. */
export const patchRules = (offer: AccountOffer): readonly Rule[] => [
  gameHas('accounts'),
  accountDataFits(gameOf(offer)),
  deliveryTimeRequired(offer.delivery_unit !== null),
  offer.is_legacy === 1 ? requiredUnlessManual(['login', 'password'], offer) : loginProhibited,
];

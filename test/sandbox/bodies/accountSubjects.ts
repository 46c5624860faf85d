import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/contract/json';
import {
  accountOfferCreate,
  accountOfferPatch,
  accountOfferStockedCreate,
} from '../../../src/contract/v2/accountOffersV2';
import { attributesOfGame } from '../../../src/sandbox/games/gameRules';
import { type Game, realmOfTides } from '../../../src/sandbox/games/catalogue';
import { legacyAccount, stockedAccount } from '../support/bodies';
import { callSandbox, idOf } from '../support/callSandbox';
import { bodyField } from './bodyField';
import type { BodySubject, StoredContext } from './bodySubject';
import type { Fault } from './faultsOf';
import { accountData, gameWith, namesOf, unknownGames } from './gamePins';
import { completed, isSet, offerPins } from './pins';
import { as, cents, deliveryTime, gameById, gameBySlug, type Shown, shownOf, textAs } from './shown';
import { validObject } from './validValue';

const shown: Shown = {
  game: gameBySlug,
  game_id: gameById,
  title: as('title'),
  description: as('description'),
  price: cents,
  image_urls: as('image_urls'),
  account_data: as('parameters'),
  external_id: textAs('external_id'),
  slug: (value) => (value === null ? {} : { slug: value }),
  dump: textAs('dump'),
  is_manual: (value) => ({ is_manual_delivery: isSet(value) }),
  delivery_instructions: textAs('delivery_instructions'),
  delivery_time: deliveryTime,
};

const LOGIN_FIELDS = ['login', 'password', 'email_login', 'email_password', 'email_provider'];

/** The logins that are shown after a body: of those before it, the ones that it names are changed. */
const credentialsAfter = (body: JsonObject, before: JsonObject) => ({
  credentials: Object.fromEntries(
    LOGIN_FIELDS.map((field) => {
      const current = (before.credentials ?? {}) as JsonObject;
      return [field, (body[field] === undefined ? current[field] : body[field]) ?? ''];
    }),
  ),
});

/** Bodies of one schema about any game, or about the one that the offer has already. */
function bodiesOf(schema: BodySubject['schema'], games: fc.Arbitrary<Game>, current?: Game) {
  const field = bodyField(schema);
  const members = new Map([...field.members].filter(([name]) => name !== 'game' && name !== 'game_id'));
  const about = (game: Game, names: fc.Arbitrary<JsonObject>) => {
    const pins = { ...offerPins, account_data: accountData(attributesOfGame(game)) };
    return fc
      .tuple(validObject({ ...field, members }, pins), names)
      .map(([body, named]) => ({ ...body, ...named }));
  };
  const named = games.chain((game) => about(game, namesOf(game)));
  return current === undefined ? named : fc.oneof(named, about(current, fc.constant({})));
}

const data = (account_data: Json, field: string): Fault => ({ field, value: account_data });

/** Account data that does not fit Realm of Tides. */
const unfitData: readonly Fault[] = [
  data({ server: 'Mars', class: 'mage' }, 'account_data.server'),
  data({ class: 'mage', level_up_method: 'by_magic' }, 'account_data.level_up_method'),
  data({ class: 'plumber' }, 'account_data.class'),
  data({ class: ['mage'] }, 'account_data.class'),
  data({}, 'account_data.class'),
];

/** A body whose named members are not null: what is delivered at once must be there. */
const withoutNull = (body: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !names.includes(name)));

const TIME = { delivery_time: { duration: 2, unit: 'days' } };
const ofTides = { game: 'realm-of-tides', game_id: 2, account_data: { class: 'mage' } };

const read = ({ answer }: StoredContext) => `GET /v2/account-offers/${idOf(answer)}`;

/** Account offers on v2. */
export const accountSubjects: readonly BodySubject[] = [
  {
    operation: 'POST /v2/account-offers',
    schema: accountOfferCreate,
    bodies: () =>
      bodiesOf(accountOfferCreate, gameWith('accounts')).map((body) =>
        completed(body, { login: 'player', password: 'secret' }),
      ),
    whole: () => ({ ...legacyAccount, ...ofTides, ...TIME }),
    ownFaults: [...unknownGames, ...unfitData],
    stored: (body, context) => [
      { call: read(context), members: { ...shownOf(shown, body), ...credentialsAfter(body, {}) } },
    ],
  },
  {
    operation: 'POST /v2/account-offers/create',
    schema: accountOfferStockedCreate,
    bodies: () =>
      bodiesOf(accountOfferStockedCreate, gameWith('accounts')).map((body) =>
        completed(body, { credentials: ['Login: a'] }),
      ),
    whole: () => ({ ...stockedAccount, ...ofTides, ...TIME }),
    ownFaults: [...unknownGames, ...unfitData],
    stored: (body, context) => [
      { call: read(context), members: shownOf(shown, body) },
      {
        call: `${read(context)}/credentials?sort=id`,
        members: { texts: [...new Set((body.credentials ?? []) as string[])] },
      },
    ],
  },
  {
    operation: 'PATCH /v2/account-offers/{account}',
    path: ({ legacy }) => ({ account: legacy }),
    schema: accountOfferPatch,
    bodies: () =>
      bodiesOf(accountOfferPatch, gameWith('accounts'), realmOfTides).map((body) =>
        isSet(body.is_manual) ? completed(body, {}) : withoutNull(body, 'login', 'password'),
      ),
    whole: () => ({ ...legacyAccount, ...ofTides, ...TIME }),
    ownFaults: [...unknownGames, ...unfitData],
    before: ({ legacy }) => `GET /v2/account-offers/${legacy}`,
    stored: (body, context) => [
      {
        call: read(context),
        members: { ...context.before, ...shownOf(shown, body), ...credentialsAfter(body, context.before) },
      },
    ],
    reset: ({ legacy, sandbox }) =>
      callSandbox(sandbox, `PATCH /v2/account-offers/${legacy}`, {
        ...legacyAccount,
        ...ofTides,
        delivery_time: null,
      }),
  },
];

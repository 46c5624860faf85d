import fc from 'fast-check';
import type { JsonObject } from '../../../src/contract/json';
import { accountCreate } from '../../../src/contract/v1/accountsV1';
import { accountV1 } from '../support/bodies';
import { idOf } from '../support/callSandbox';
import { bodyField } from './bodyField';
import type { BodySubject } from './bodySubject';
import { accountData, gameWith, unknownGames } from './gamePins';
import { completed, isSet, offerPins } from './pins';
import { as, deliveryTime, type Shown, shownOf, textAs } from './shown';
import { text } from './text';
import { validObject } from './validValue';

const METHODS: Readonly<Record<string, string>> = { by_hand: 'Handmade', by_bot: 'Botted' };

const shownV1: Shown = {
  title: as('title'),
  slug: (value) => (value === null ? {} : { slug: value }),
  description: as('description'),
  game: as('game_slug'),
  server: textAs('server'),
  level_up_method: (value) => ({ level_up_method: typeof value === 'string' ? METHODS[value] : '' }),
  ign: textAs('ign'),
  login: as('login'),
  password: as('password'),
  email_login: textAs('email_login'),
  email_password: textAs('email_password'),
  price: (value) => ({ price: Number(value) }),
  account_data: as('data'),
  image_urls: as('images'),
};

/** Members that v1 takes and only v2 shows. */
const shownV2: Shown = {
  dump: textAs('dump'),
  is_manual: (value) => ({ is_manual_delivery: isSet(value) }),
  delivery_instructions: textAs('delivery_instructions'),
  delivery_time: deliveryTime,
};

function bodies(): fc.Arbitrary<JsonObject> {
  return gameWith('accounts').chain(({ slug, attributes, servers }) => {
    const server = servers.length === 0 ? text() : fc.constantFrom(...servers);
    const pins = { ...offerPins, game: fc.constant(slug), account_data: accountData(attributes), server };
    return validObject(bodyField(accountCreate), pins).map((body) => completed(body, {}));
  });
}

/** A new account on v1. */
export const v1AccountSubject: BodySubject = {
  operation: 'POST /v1/accounts',
  schema: accountCreate,
  bodies,
  whole: () => ({ ...accountV1, delivery_time: { duration: 2, unit: 'days' } }),
  ownFaults: [
    ...unknownGames,
    { field: 'server', value: 'Mars' },
    { field: 'account_data.class', value: { class: 'plumber' } },
    { field: 'account_data.class', value: {} },
    { field: 'account_data.class', value: [] },
  ],
  stored: (body, { answer }) => [
    { call: `GET /v1/accounts/${idOf(answer)}?with_data=1`, members: shownOf(shownV1, body) },
    { call: `GET /v2/account-offers/${idOf(answer)}`, members: shownOf(shownV2, body) },
  ],
};

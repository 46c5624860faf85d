import fc from 'fast-check';
import type { JsonObject } from '../../../src/contract/json';
import { giftCardOfferCreate, giftCardOfferPatch } from '../../../src/contract/v2/giftCardsV2';
import { orderCredentialsPatch, orderMessageSend } from '../../../src/contract/v2/ordersV2';
import { brands, regions } from '../../../src/sandbox/offers/giftCardHandlers';
import { giftCardOffer } from '../support/bodies';
import { idOf } from '../support/callSandbox';
import { bodyField } from './bodyField';
import type { BodySubject, StoredContext } from './bodySubject';
import { as, type Shown, shownOf, textAs } from './shown';
import { text } from './text';
import { validObject } from './validValue';

const messages = (route: string, parameter: string, kind: 'account' | 'item' | 'currency' | 'gift_card') => ({
  operation: `POST /v2/${route}/{${parameter}}/messages`,
  path: ({ orders }: StoredContext['shop']) => ({ [parameter]: orders[kind] }),
  schema: orderMessageSend,
  bodies: () => fc.record({ message: text(2_048) }),
  whole: () => ({ message: 'On my way.' }),
  stored: ({ message = null }: JsonObject, { shop }: StoredContext) => [
    {
      call: `GET /v2/${route}/${shop.orders[kind]}/messages?sort=-id&per_page=1`,
      members: { texts: [message] },
    },
  ],
});

const cents = (value: unknown) => Number(value).toFixed(2);

const shown: Shown = {
  brand_id: (id) => ({ brand: brands.find((brand) => brand.id === id) }),
  region_id: (id) => ({ region: regions.find((region) => region.id === id) }),
  face_value: (value) => ({ face_value: cents(value) }),
  price: (value) => ({ price_eur: cents(value), price_usd: expect.any(String) as string }),
  title: as('title'),
  description: as('description'),
  stock: as('stock'),
  min_quantity: as('min_quantity'),
  external_id: textAs('external_id'),
};

const pins = {
  brand_id: fc.constantFrom(...brands.map(({ id }) => id)),
  region_id: fc.constantFrom(...regions.map(({ id }) => id)),
};

const ownFaults = [
  { field: 'brand_id', value: 99 },
  { field: 'region_id', value: 0 },
];

const whole = () => ({ ...giftCardOffer, title: 'A card', external_id: 'shop-7', min_quantity: 1 });

/** Messages and credentials of orders, and offers of gift cards. */
export const orderSubjects: readonly BodySubject[] = [
  messages('account-orders', 'accountOrder', 'account'),
  messages('item-orders', 'itemOrder', 'item'),
  messages('currency-orders', 'currencyOrder', 'currency'),
  messages('gift-card-orders', 'giftCardOrder', 'gift_card'),
  {
    operation: 'PATCH /v2/account-orders/{accountOrder}/credentials',
    path: ({ orders }) => ({ accountOrder: orders.account }),
    schema: orderCredentialsPatch,
    bodies: () => fc.record({ credentials: text(500) }),
    whole: () => ({ credentials: 'Login: c' }),
    stored: ({ credentials = null }, { shop }) => [
      {
        call: `GET /v2/account-offers/${shop.soldStock}/credentials?sort=id&filter[is_sold]=1`,
        members: { texts: [credentials] },
      },
    ],
  },
  {
    operation: 'POST /v2/gift-card-offers',
    schema: giftCardOfferCreate,
    bodies: () => validObject(bodyField(giftCardOfferCreate), pins),
    whole,
    ownFaults,
    stored: (body, { answer }) => [
      { call: `GET /v2/gift-card-offers/${idOf(answer)}`, members: shownOf(shown, body) },
    ],
  },
  {
    operation: 'PATCH /v2/gift-card-offers/{giftCardOffer}',
    path: ({ giftCard }) => ({ giftCardOffer: giftCard }),
    schema: giftCardOfferPatch,
    bodies: () => validObject(bodyField(giftCardOfferPatch), pins),
    whole,
    ownFaults,
    before: ({ giftCard }) => `GET /v2/gift-card-offers/${giftCard}`,
    stored: (body, { before, shop }) => [
      {
        call: `GET /v2/gift-card-offers/${shop.giftCard}`,
        members: { ...before, updated_at: expect.any(Number) as number, ...shownOf(shown, body) },
      },
    ],
  },
];

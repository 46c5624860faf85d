import { z } from 'zod';
import { date, freeObject, issuedText, openText, phpArray } from '../kinds';
import { decimalNumber, deliveryTimeInput, limitedText, wholeNumber } from '../requestKinds';
import type { OperationContract } from '../operationContract';
import { envelope, listOfV1, pageParameters } from './envelopeV1';

/** The attributes of a v1 currency offer (spec 2.10); `listed_at` is null until the offer is first listed. */
export const currencyOfferV1 = z.object({
  uuid: z.string(),
  title: z.string(),
  game_slug: issuedText(),
  currency_unit: z.object({
    currency_name: z.string(),
    name: z.string(),
    symbol: z.string(),
    multiplier: z.number(),
  }),
  description: z.string(),
  price: z.number(),
  stock: z.int(),
  min_quantity: z.int(),
  data: freeObject(),
  delivery_time: z.object({
    duration: z.int(),
    unit: z.string(),
    format: z.string(),
    formatLong: z.string(),
    seconds: z.int(),
  }),
  status: openText('draft', 'listed', 'archived'),
  created_at: date(),
  listed_at: date().nullable(),
  updated_at: date(),
});

/**
 * The body of the v1 full update of a currency offer (spec 4.6); a new one has the same body (observed). The bounds of
 * the price and of the delivery time are v2's (assumed).
 */
export const currencyOfferUpdate = z.object({
  description: limitedText(5_028),
  price: decimalNumber({ places: 6, minimum: 0, maximum: 999_999_999 }),
  game: issuedText(),
  stock: wholeNumber(0, 1_000_000_000),
  min_quantity: wholeNumber(1, 1_000_000_000),
  delivery_time: deliveryTimeInput(),
  currency_data: phpArray().optional(),
  delivery_instructions: z.string().nullable().optional(),
});

/** The attributes of a v1 currency order (assumed). */
export const currencyOrderV1 = z.object({
  currency_offer_id: z.string(),
  title: z.string(),
  quantity: z.int(),
  price: z.number(),
  status: openText('pending', 'in_delivery', 'delivered', 'refunded'),
  created_at: date(),
  completed_at: date().nullable(),
  updated_at: date(),
});

const oneCurrencyOffer = envelope('currencyOffers', currencyOfferV1);

const action = (name: string, summary: string) =>
  ({
    method: 'PATCH',
    path: `/v1/currency-offers/{currencyOfferId}/actions/${name}`,
    summary,
    source: 'observed',
    status: 200,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [403, 404, 422],
  }) as const;

/** Currency offers and their orders. */
export const currencyOperations = {
  listCurrencyOffers: {
    method: 'GET',
    path: '/v1/currency-offers',
    summary: 'List the currency offers',
    source: 'observed',
    query: pageParameters,
    status: 200,
    answer: listOfV1(oneCurrencyOffer),
    refusals: [422],
  },
  createCurrencyOffer: {
    method: 'POST',
    path: '/v1/currency-offers',
    summary: 'Create a currency offer',
    source: 'observed',
    body: currencyOfferUpdate,
    status: 201,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [403, 422],
  },
  getCurrencyOffer: {
    method: 'GET',
    path: '/v1/currency-offers/{currencyOfferId}',
    summary: 'Get a currency offer',
    source: 'observed',
    status: 200,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [404],
  },
  updateCurrencyOffer: {
    method: 'PATCH',
    path: '/v1/currency-offers/{currencyOfferId}',
    summary: 'Update a currency offer with all its fields',
    source: 'spec 4.6',
    body: currencyOfferUpdate,
    status: 200,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [403, 404, 422],
  },
  markCurrencyOfferListed: action('list', 'Put a currency offer up for sale'),
  markCurrencyOfferUnlisted: action('unlist', 'Take a currency offer off sale'),
  markCurrencyOfferArchived: action('archive', 'Archive a currency offer'),
  markCurrencyOfferUnarchived: action('unarchive', 'Make an archived currency offer a draft'),
  completeCurrencyOrder: {
    method: 'PATCH',
    path: '/v1/currency-orders/{currencyOrderId}/actions/complete',
    summary: 'Report an order of currency as delivered',
    source: 'observed',
    status: 200,
    answer: z.object({ data: envelope('currencyOrders', currencyOrderV1) }),
    answerUnknown: true,
    refusals: [403, 404, 422],
  },
} as const satisfies Record<string, OperationContract>;

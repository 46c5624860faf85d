import { z } from 'zod';
import { message, type OperationContract } from '../../contract/operationContract';
import { listParameters, lists, listOf, resourceOf } from '../../contract/v2/envelopeV2';
import {
  giftCardOffer,
  giftCard,
  giftCardBrand,
  giftCardRegion,
  giftCardOfferCreate,
  giftCardOfferPatch,
} from '../../contract/v2/giftCardsV2';
import { actionOf } from '../../contract/v2/offerPartsV2';

const OFFERS = '/v2/gift-card-offers';

const action = (name: string, summary: string) =>
  ({
    method: 'POST',
    path: `${OFFERS}/{giftCardOffer}/${name}`,
    summary,
    source: 'assumed',
    status: 200,
    answer: actionOf(giftCardOffer),
    refusals: [403, 404, 422],
  }) as const;

/** Gift cards (a beta of v2, spec 9). */
export const giftCardOperations = {
  listGiftCards: {
    method: 'GET',
    path: '/v2/gift-cards',
    summary: 'List the gift card offers',
    source: 'observed',
    query: listParameters(lists.stockOffers.sorts, lists.stockOffers.filters),
    status: 200,
    answer: listOf(giftCard),
    refusals: [400, 422],
  },
  listGiftCardBrands: {
    method: 'GET',
    path: '/v2/gift-cards/brands',
    summary: 'List the brands of gift cards',
    source: 'spec 4.5',
    status: 200,
    answer: resourceOf(z.array(giftCardBrand)),
    refusals: [],
  },
  listGiftCardRegions: {
    method: 'GET',
    path: '/v2/gift-cards/regions',
    summary: 'List the regions of gift cards',
    source: 'observed',
    status: 200,
    answer: resourceOf(z.array(giftCardRegion)),
    refusals: [],
  },
  getGiftCard: {
    method: 'GET',
    path: '/v2/gift-cards/{giftCard}',
    summary: 'Get a gift card offer',
    source: 'observed',
    status: 200,
    answer: resourceOf(giftCard),
    refusals: [404],
  },
  listGiftCardOffers: {
    method: 'GET',
    path: OFFERS,
    summary: 'List the gift card offers with what their seller keeps of them',
    source: 'assumed',
    query: listParameters(lists.stockOffers.sorts, lists.stockOffers.filters),
    status: 200,
    answer: listOf(giftCardOffer),
    refusals: [400, 422],
  },
  createGiftCardOffer: {
    method: 'POST',
    path: OFFERS,
    summary: 'Create a gift card offer',
    source: 'assumed',
    body: giftCardOfferCreate,
    status: 201,
    answer: resourceOf(giftCardOffer),
    refusals: [403, 422],
  },
  getGiftCardOffer: {
    method: 'GET',
    path: `${OFFERS}/{giftCardOffer}`,
    summary: 'Get a gift card offer with what its seller keeps of it',
    source: 'assumed',
    status: 200,
    answer: resourceOf(giftCardOffer),
    refusals: [404],
  },
  patchGiftCardOffer: {
    method: 'PATCH',
    path: `${OFFERS}/{giftCardOffer}`,
    summary: 'Change some fields of a gift card offer',
    source: 'assumed',
    body: giftCardOfferPatch,
    status: 200,
    answer: resourceOf(giftCardOffer),
    refusals: [403, 404, 422],
  },
  deleteGiftCardOffer: {
    method: 'DELETE',
    path: `${OFFERS}/{giftCardOffer}`,
    summary: 'Delete a gift card offer that was never sold',
    source: 'assumed',
    status: 200,
    answer: message,
    refusals: [403, 404, 422],
  },
  markGiftCardOfferListed: action('list', 'Put a gift card offer up for sale'),
  markGiftCardOfferDraft: action('draft', 'Take a gift card offer off sale'),
  markGiftCardOfferArchived: action('archive', 'Archive a gift card offer'),
} as const satisfies Record<string, OperationContract>;

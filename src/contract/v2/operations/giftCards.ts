import { z } from 'zod';
import type { OperationContract } from '../../operation';
import { dataOf } from '../dataOf';
import { giftCard, giftCardBrand, giftCardRegion } from '../giftCards';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';

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
    answer: dataOf(z.array(giftCardBrand)),
    refusals: [],
  },
  listGiftCardRegions: {
    method: 'GET',
    path: '/v2/gift-cards/regions',
    summary: 'List the regions of gift cards',
    source: 'observed',
    status: 200,
    answer: dataOf(z.array(giftCardRegion)),
    refusals: [],
  },
  getGiftCard: {
    method: 'GET',
    path: '/v2/gift-cards/{giftCard}',
    summary: 'Get a gift card offer',
    source: 'observed',
    status: 200,
    answer: dataOf(giftCard),
    refusals: [404],
  },
} as const satisfies Record<string, OperationContract>;

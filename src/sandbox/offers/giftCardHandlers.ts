import { z } from 'zod';
import { message, type OperationContract } from '../../contract/operationContract';
import { actionOf } from '../../contract/v2/offerPartsV2';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import {
  giftCard,
  giftCardBrand,
  giftCardOffer,
  giftCardOfferCreate,
  giftCardOfferPatch,
  giftCardRegion,
} from '../../contract/v2/giftCardsV2';
import { convert, microsOf, printDecimal } from '../values/amounts';
import { absentText, type Display, showCents } from '../values/display';
import type { HandlersOf, SellerCall } from '../http/handler';
import { created, ok } from '../http/reply';
import { changedColumns } from './stockOfferBodies';
import { insertStockOffer, saveStockOffer, withStockOffer } from './stockOfferStore';
import { sharedHandlers } from './stockOfferHandlers';
import type { StockOffer } from '../storage/offerTables';
import { given } from '../values/columnValues';
import { checkBody, invalid, type Rule } from '../http/checkBody';
import { brands, regions } from '../games/catalogue';

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

const KIND = 'gift_card';
const cards = sharedHandlers(KIND, 'giftCard', showGiftCard);
const offers = sharedHandlers(KIND, 'giftCardOffer', showGiftCardOffer);

/** Gift cards on v2, as buyers see them and as their seller keeps them. */
export const giftCardHandlers: HandlersOf<typeof giftCardOperations> = {
  listGiftCards: cards.list,
  listGiftCardBrands: () => ok({ data: brands }),
  listGiftCardRegions: () => ok({ data: regions }),
  getGiftCard: cards.get,
  listGiftCardOffers: offers.list,
  getGiftCardOffer: offers.get,
  deleteGiftCardOffer: offers.remove,
  markGiftCardOfferListed: offers.move('list'),
  markGiftCardOfferDraft: offers.move('draft'),
  markGiftCardOfferArchived: offers.move('archive'),
  createGiftCardOffer: async (call) => {
    const body = checkBody(giftCardOfferCreate, call.body, brandExists, regionExists);
    if (!body.ok) return invalid(body.errors);
    const attributes = { ...body.value, face_value: faceValue(body.value.face_value) };
    const brand = brandOf(attributes);
    const offer = await insertStockOffer(call, {
      ...columnsOf(body.value, call),
      kind: KIND,
      game_id: null,
      title: body.value.title ?? `${brand?.name ?? ''} ${attributes.face_value} EUR`,
      attributes: JSON.stringify(card.parse(attributes)),
      icon_url: `https://images.example.com/icons/${brand?.slug ?? ''}.png`,
    });
    return created({ data: showGiftCardOffer(offer, call.display) });
  },
  patchGiftCardOffer: withStockOffer(KIND, 'giftCardOffer', async (call, offer) => {
    const body = checkBody(giftCardOfferPatch, call.body, brandExists, regionExists);
    if (!body.ok) return invalid(body.errors);
    const { brand_id, region_id, face_value } = body.value;
    const changed = given({
      brand_id,
      region_id,
      face_value: face_value === undefined ? undefined : faceValue(face_value),
    });
    const saved = await saveStockOffer(call, offer.id, {
      ...columnsOf(body.value, call),
      attributes: JSON.stringify({ ...cardOf(offer), ...changed }),
    });
    return ok({ data: showGiftCardOffer(saved, call.display) });
  }),
};

/** The attributes of a gift card offer. */
const card = z.object({ brand_id: z.int(), region_id: z.int(), face_value: z.string() });

const cardOf = (offer: StockOffer) => card.parse(JSON.parse(offer.attributes));

const brandOf = ({ brand_id }: { readonly brand_id: number }) => brands.find(({ id }) => id === brand_id);

const faceValue = (value: number | string): string => printDecimal(microsOf(value), 2);

const columnsOf = (body: z.output<typeof giftCardOfferPatch>, { display }: SellerCall) => {
  const { title, description, external_id, price, stock, min_quantity } = body;
  return changedColumns(
    { title, description, external_id, price, stock, min_quantity },
    display.dollarsPerEuro,
  );
};

const existsIn =
  (field: 'brand_id' | 'region_id', known: readonly { readonly id: number }[]): Rule =>
  (body) =>
    typeof body[field] !== 'number' || known.some(({ id }) => id === body[field])
      ? {}
      : { [field]: [`The selected ${field.replace('_', ' ')} is invalid.`] };

const brandExists = existsIn('brand_id', brands);
const regionExists = existsIn('region_id', regions);

function showGiftCard(offer: StockOffer, { shape, dollarsPerEuro }: Display) {
  const { brand_id, region_id, face_value } = cardOf(offer);
  const price = BigInt(offer.price);
  return {
    id: offer.id,
    brand: brandOf({ brand_id }),
    region: regions.find(({ id }) => id === region_id),
    title: offer.title,
    description: offer.description,
    face_value,
    status: offer.status,
    stock: offer.stock,
    min_quantity: offer.min_quantity,
    price_eur: showCents(price, 'EUR', shape),
    price_usd: showCents(convert(price, dollarsPerEuro), 'USD', shape),
    created_at: offer.created_at,
    updated_at: offer.updated_at,
  };
}

function showGiftCardOffer(offer: StockOffer, display: Display) {
  return {
    ...showGiftCard(offer, display),
    uuid: offer.uuid,
    external_id: absentText(display.shape)(offer.external_id),
    views: offer.views,
    listed_at: offer.listed_at,
  };
}

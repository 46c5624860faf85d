import { z } from 'zod';
import { giftCardOfferCreate, giftCardOfferPatch } from '../../contract/v2/giftCards';
import type { giftCardOperations } from '../../contract/v2/operations/giftCards';
import { convert } from '../amounts/convert';
import { microsOf } from '../amounts/microsOf';
import { printDecimal } from '../amounts/printDecimal';
import { showCents } from '../amounts/showMoney';
import type { Call } from '../http/call';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { absentText } from '../show/absentText';
import type { Display } from '../show/display';
import { changedColumns } from '../stockOffers/changedColumns';
import { insertStockOffer } from '../stockOffers/insertStockOffer';
import { saveStockOffer } from '../stockOffers/saveStockOffer';
import { sharedHandlers } from '../stockOffers/sharedHandlers';
import type { StockOffer } from '../stockOffers/stockOffer';
import { withStockOffer } from '../stockOffers/withStockOffer';
import { given } from '../storage/given';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import type { Rule } from '../validation/rule';
import { brands, regions } from './giftCardCatalogue';

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

/** What the attributes of a gift card offer hold. */
const card = z.object({ brand_id: z.int(), region_id: z.int(), face_value: z.string() });

const cardOf = (offer: StockOffer) => card.parse(JSON.parse(offer.attributes));

const brandOf = ({ brand_id }: { readonly brand_id: number }) => brands.find(({ id }) => id === brand_id);

const faceValue = (value: number | string): string => printDecimal(microsOf(value), 2);

const columnsOf = (body: z.output<typeof giftCardOfferPatch>, { display }: Call) => {
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

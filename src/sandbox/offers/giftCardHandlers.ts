import { z } from 'zod';
import { giftCardOfferCreate, giftCardOfferPatch } from '../../contract/v2/giftCardsV2';
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
import type { giftCardOperations } from './giftCardOperations';

/** A brand of gift cards or a region where they can be used. */
interface Named {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/** The brands of the marketplace: reference data, the same in every sandbox. */
export const brands: readonly [Named, ...Named[]] = [
  { id: 1, name: 'Vapor Wallet', slug: 'vapor-wallet' },
  { id: 2, name: 'PlayPort Credit', slug: 'playport-credit' },
  { id: 3, name: 'Nimbus Store', slug: 'nimbus-store' },
  { id: 4, name: 'Orbit Pass', slug: 'orbit-pass' },
];

/** The regions of the marketplace. */
export const regions: readonly [Named, ...Named[]] = [
  { id: 1, name: 'Global', slug: 'global' },
  { id: 2, name: 'Europe', slug: 'europe' },
  { id: 3, name: 'United States', slug: 'united-states' },
];

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

import type { Transaction } from 'kysely';
import type { Tables } from '../storage/sandboxTables';
import { convert } from '../values/amounts';
import { absentText, type Display, showCents, showFreeObject } from '../values/display';
import { showDeliveryTime } from '../values/deliveryTime';
import { type Game, gameOf, showGameRelation } from '../games/catalogue';
import type { AccountOffer } from '../storage/offerTables';
import { parametersOf } from './accountOfferStore';
import type { SellerCall } from '../http/handler';
import { attributesOfGame, showConditions } from '../games/gameRules';

/** The orders of each of these account offers, by offer id, oldest first. */
async function orderIdsOf(
  db: Transaction<Tables>,
  offerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const orders = await db
    .selectFrom('order')
    .select(['id', 'offer_id'])
    .where('kind', '=', 'account')
    .where('offer_id', 'in', offerIds)
    .orderBy('id')
    .execute();
  return new Map(
    offerIds.map((offerId) => [
      offerId,
      orders.filter((order) => order.offer_id === offerId).map(({ id }) => id),
    ]),
  );
}

/** An account offer as v2 answers it (spec 2.6). */
function showAccountOffer(offer: AccountOffer, orderIds: readonly number[], display: Display) {
  const { shape, dollarsPerEuro } = display;
  const text = absentText(shape);
  const price = BigInt(offer.price);
  return {
    id: offer.id,
    external_id: text(offer.external_id),
    game: showGameRelation(gameOf(offer)),
    account_order_ids: orderIds,
    title: offer.title,
    slug: offer.slug,
    description: offer.description,
    parameters: showFreeObject(parametersOf(offer), shape),
    dump: text(offer.dump),
    status: offer.status,
    delivery_time: showDeliveryTime(offer, shape),
    is_manual_delivery: offer.is_manual === 1,
    credentials: {
      login: text(offer.login),
      password: text(offer.password),
      email_login: text(offer.email_login),
      email_password: text(offer.email_password),
      email_provider: text(offer.email_provider),
    },
    delivery_instructions: text(offer.delivery_instructions),
    price: showCents(price, 'EUR', shape),
    price_usd: showCents(convert(price, dollarsPerEuro), 'USD', shape),
    views: offer.views,
    image_urls: JSON.parse(offer.image_urls) as readonly string[],
    created_at: offer.created_at,
    updated_at: offer.updated_at,
    listed_at: offer.listed_at,
  };
}

/** Account offers as v2 answers them, each with the orders it has. */
export async function showAccountOffers(
  { db, display }: Pick<SellerCall, 'db' | 'display'>,
  offers: readonly AccountOffer[],
) {
  const orderIds = await orderIdsOf(
    db,
    offers.map(({ id }) => id),
  );
  return offers.map((offer) => showAccountOffer(offer, orderIds.get(offer.id) ?? [], display));
}

/** The template of account offers of a game (spec 2.7): sample values, `(optional)` for fields that may be left out. */
export const showAccountOfferTemplate = (game: Game) => ({
  template: {
    game: game.slug,
    title: `${game.name} account`,
    slug: '(optional) generated from the title',
    price: 9.99,
    login: 'player@example.com',
    password: 'secret',
    email_login: '(optional) mailbox@example.com',
    email_password: '(optional) secret',
    is_manual: '(optional) false',
    delivery_time: { duration: 30, unit: 'minutes' },
    description: 'What the buyer gets.',
    dump: '(optional) searchable keywords',
    delivery_instructions: '(optional) what the buyer must do',
    image_urls: ['https://images.example.com/1.png'],
    account_data: showConditions(attributesOfGame(game)),
    game_items: Object.fromEntries(game.collections.map(({ slug, items }) => [slug, items.slice(0, 2)])),
  },
});

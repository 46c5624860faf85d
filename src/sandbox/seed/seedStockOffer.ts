import { DELIVERY_UNITS } from '../values/deliveryTime';
import { type Game, games } from '../games/catalogue';
import type { StockKind, StockOffer } from '../storage/sandboxSchema';
import { type Random, seedInstants, seedUuid } from '../values/random';

const STATUSES = ['listed', 'listed', 'draft', 'archived'] as const;

/** Minimum stock of the first offer, which a first try buys. */
const MIN_FIRST_STOCK = 10_000;

/** Makes a stock offer; `index` counts from 0 within the seller and kind, and the first is listed and in stock. */
export function seedStockOffer(
  kind: StockKind,
  index: number,
  sellerId: number,
  random: Random,
  until: number,
): Omit<StockOffer, 'id'> {
  const status = index === 0 ? 'listed' : random.pick(STATUSES);
  const instant = index % 8 === 7;
  const { created_at, listed_at, updated_at } = seedInstants(random, until);
  return {
    kind,
    uuid: seedUuid(random),
    seller_id: sellerId,
    external_id: random.once(3) ? null : `${kind}-${sellerId}-${index + 1}`,
    ...ofGame(kind, index, random),
    status,
    ...delivery(instant, random),
    delivery_instructions: random.once(2) ? null : 'Meet me at the bank.',
    stock: Math.max(random.once(8) ? 0 : random.below(1_000_000), index === 0 ? MIN_FIRST_STOCK : 0),
    min_quantity: random.pick([1, 1, 5, 100]),
    price: price(index, random),
    views: random.below(5_000),
    created_at,
    updated_at,
    listed_at: status === 'draft' ? null : listed_at,
  };
}

const delivery = (instant: boolean, random: Random) =>
  instant
    ? { delivery_duration: null, delivery_unit: null }
    : { delivery_duration: random.between(1, 72), delivery_unit: random.pick(DELIVERY_UNITS) };

function ofGame(kind: StockKind, index: number, random: Random) {
  const service = kind === 'item' ? 'items' : 'currencies';
  const [firstGame, ...otherGames] = games;
  const game = random.pick([firstGame, ...otherGames.filter(({ services }) => services.includes(service))]);
  const item = game.collections[0]?.items[0] ?? 'starter-pack';
  return {
    game_id: game.id,
    title: kind === 'item' ? `${item} #${index + 1}` : `${game.currencyUnit.currency_name} for ${game.name}`,
    description: `Delivered in the game, face to face. Lot ${index + 1}.`,
    attributes: JSON.stringify(attributes(game, random)),
    icon_url: `https://images.example.com/icons/${game.slug}.png`,
  };
}

function attributes(game: Game, random: Random): Readonly<Record<string, unknown>> {
  const [server, ...servers] = game.servers;
  if (server === undefined || random.once(5)) return {};
  return {
    server: random.pick([server, ...servers]),
    faction: random.pick(['Crown', 'Tide']),
    face_to_face: true,
  };
}

/** Makes a price in millionths; successive prices have 0 to 6 decimal places, the last of them not zero. */
function price(index: number, random: Random): number {
  const places = index % 7;
  const digit = 10 ** (6 - places);
  return (random.between(1, 900) * 10 + random.between(1, 9)) * digit;
}

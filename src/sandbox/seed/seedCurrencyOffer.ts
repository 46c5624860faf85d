import type { Insertable } from 'kysely';
import { games } from '../games/games';
import { DELIVERY_UNITS } from '../delivery/deliveryTime';
import type { Game } from '../games/game';
import type { CurrencyOfferTable } from '../storage/currencyOfferTable';
import type { Random } from './random';
import { seedInstants } from './seedInstants';
import { seedUuid } from './seedUuid';

const STATUSES = ['listed', 'listed', 'draft', 'archived'] as const;

/** One currency offer; `place` counts from 0 within the seller, and the first is listed. */
export function seedCurrencyOffer(
  place: number,
  sellerId: number,
  random: Random,
  until: number,
): Omit<Insertable<CurrencyOfferTable>, 'id'> {
  const [first, ...others] = games;
  const game = games[place % games.length] ?? random.pick([first, ...others]);
  const status = place === 0 ? 'listed' : random.pick(STATUSES);
  const instant = place % 8 === 7;
  const { created_at, listed_at, updated_at } = seedInstants(random, until);
  return {
    uuid: seedUuid(random),
    seller_id: sellerId,
    game_id: game.id,
    external_id: random.once(3) ? null : `cur-${sellerId}-${place + 1}`,
    title: `${game.currencyUnit.currency_name} for ${game.name}`,
    description: `Delivered in the game, face to face. Lot ${place + 1}.`,
    attributes: JSON.stringify(attributes(game, random)),
    status,
    delivery_duration: instant ? null : random.between(1, 72),
    delivery_unit: instant ? null : random.pick(DELIVERY_UNITS),
    delivery_instructions: random.once(2) ? null : 'Meet me at the bank.',
    stock: random.once(8) ? 0 : random.below(1_000_000),
    min_quantity: random.pick([1, 1, 5, 100]),
    price: price(place, random),
    views: random.below(5_000),
    icon_url: `https://images.example.com/icons/${game.slug}.png`,
    created_at,
    updated_at,
    listed_at: status === 'draft' ? null : listed_at,
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

/** A price in millionths with 0 to 6 decimal places in turn, the last of them not zero. */
function price(place: number, random: Random): number {
  const places = place % 7;
  const digit = 10 ** (6 - places);
  return (random.between(1, 900) * 10 + random.between(1, 9)) * digit;
}

import type { Game } from '../games/game';
import type { StockKind } from './stockKind';

/** What a currency or item offer of a game needs (observed), with sample values. */
export function showStockOfferTemplate(kind: StockKind, game: Game) {
  const data = game.servers.length === 0 ? {} : { server: { condition: 'string', values: game.servers } };
  return {
    template: {
      game: game.slug,
      ...(kind === 'item' ? { title: `An item of ${game.name}` } : {}),
      description: 'What the buyer gets.',
      price: 0.000123,
      stock: 1_000,
      min_quantity: 1,
      delivery_time: { duration: 30, unit: 'minutes' },
      delivery_instructions: '(optional) what the buyer must do',
      ...(kind === 'item' ? { item_data: data } : { currency_data: data }),
    },
  };
}

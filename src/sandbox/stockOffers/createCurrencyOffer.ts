import { requiredGame } from '../games/gameRules';
import type { Call } from '../http/call';
import { changedColumns } from './changedColumns';
import { insertStockOffer } from './insertStockOffer';
import type { StockOffer } from './stockOffer';
import type { StockOfferChanges } from './stockOfferChanges';

/** Stores a new currency offer; requests do not name a title, so it follows from the game. */
export async function createCurrencyOffer(call: Call, changes: StockOfferChanges): Promise<StockOffer> {
  const game = requiredGame(changes);
  return insertStockOffer(call, {
    ...changedColumns(changes, call.display.dollarsPerEuro),
    kind: 'currency',
    game_id: game.id,
    title: `${game.currencyUnit.currency_name} for ${game.name}`,
  });
}

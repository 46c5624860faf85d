import { randomUUID } from 'node:crypto';
import { type Handler, pathId, type SellerCall } from '../http/handler';
import type { StockKind, StockOffer } from '../storage/offerTables';
import { requiredGame } from '../games/gameRules';
import { changedColumns, type StockOfferChanges } from './stockOfferBodies';
import { sandboxProblems, type Reply } from '../http/reply';
import { type Action, actionRefused, isAllowed, type Moved, statusColumns } from './offerActions';

type Given = Partial<StockOffer> & Pick<StockOffer, 'kind' | 'game_id' | 'title'>;

/** Stores a new draft with the given columns and the defaults of all others; returns the stored row. */
export async function insertStockOffer(
  { db, sellerId, now }: Pick<SellerCall, 'db' | 'sellerId' | 'now'>,
  given: Given,
): Promise<StockOffer> {
  return db
    .insertInto('stock_offer')
    .values({
      description: '',
      attributes: '{}',
      stock: 0,
      min_quantity: 1,
      price: 0,
      icon_url: `https://images.example.com/icons/${given.game_id}.png`,
      ...given,
      uuid: randomUUID(),
      seller_id: sellerId,
      status: 'draft',
      views: 0,
      created_at: now,
      updated_at: now,
      listed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores a new currency offer; requests do not name a title, so it follows from the game. */
export async function createCurrencyOffer(call: SellerCall, changes: StockOfferChanges): Promise<StockOffer> {
  const game = requiredGame(changes);
  return insertStockOffer(call, {
    ...changedColumns(changes, call.display.dollarsPerEuro),
    kind: 'currency',
    game_id: game.id,
    title: `${game.currencyUnit.currency_name} for ${game.name}`,
  });
}

/** Finds the caller's own offer of the kind with the id from the path; that of another seller counts as missing. */
export async function findStockOffer(
  { db, sellerId }: Pick<SellerCall, 'db' | 'sellerId'>,
  kind: StockKind,
  id: string | undefined,
) {
  return db
    .selectFrom('stock_offer')
    .selectAll()
    .where('id', '=', pathId(id) ?? 0)
    .where('seller_id', '=', sellerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Handles a call about one offer of the caller, named by the given path parameter; else 404. */
export const withStockOffer =
  (
    kind: StockKind,
    parameter: string,
    handle: (call: SellerCall, offer: StockOffer) => Promise<Reply> | Reply,
  ): Handler =>
  async (call) => {
    const offer = await findStockOffer(call, kind, call.parameters[parameter]);
    return offer === undefined ? sandboxProblems.notFound : handle(call, offer);
  };

/** Writes changed columns of one offer and returns the stored row. */
export async function saveStockOffer(
  { db, now }: Pick<SellerCall, 'db' | 'now'>,
  id: number,
  columns: Partial<StockOffer>,
): Promise<StockOffer> {
  return db
    .updateTable('stock_offer')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lists, drafts or archives a stock offer. */
export async function moveStockOffer(
  call: Pick<SellerCall, 'db' | 'now'>,
  offer: StockOffer,
  action: Action,
): Promise<Moved<StockOffer>> {
  if (!isAllowed(action, offer.status)) return { ok: false, reply: actionRefused(action, offer.status) };
  return {
    ok: true,
    offer: await saveStockOffer(call, offer.id, statusColumns(action, offer.status, call.now)),
  };
}

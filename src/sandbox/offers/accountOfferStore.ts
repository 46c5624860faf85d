import type { Updateable } from 'kysely';
import { type Handler, pathId, type SellerCall } from '../http/handler';
import { ok, sandboxProblems, type Reply } from '../http/reply';
import type { AccountOffer, AccountOfferTable } from '../storage/offerTables';
import { type Action, actionRefused, isAllowed, type Moved, statusColumns } from './offerActions';
import { invalid } from '../http/checkBody';
import { readFreeObject } from '../values/columnValues';

/** Finds the caller's own account offer with the id from the path; that of another seller counts as missing. */
export async function findAccountOffer(
  { db, sellerId }: Pick<SellerCall, 'db' | 'sellerId'>,
  id: string | undefined,
) {
  return db
    .selectFrom('account_offer')
    .selectAll()
    .where('id', '=', pathId(id) ?? 0)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}

/** Handles a call about one account offer of the caller, named by the path parameter `account`; else 404. */
export const withAccountOffer =
  (handle: (call: SellerCall, offer: AccountOffer) => Promise<Reply> | Reply): Handler =>
  async (call) => {
    const offer = await findAccountOffer(call, call.parameters.account);
    return offer === undefined ? sandboxProblems.notFound : handle(call, offer);
  };

/** A slug made of a title (spec 4.2: "generated when absent"): lower-case ASCII words joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'account';
}

type Given = Partial<AccountOffer> & Pick<AccountOffer, 'game_id' | 'title'>;

/** Stores a new draft with the given columns and the defaults of all others; returns the stored row. */
export async function insertAccountOffer(
  { db, sellerId, now }: Pick<SellerCall, 'db' | 'sellerId' | 'now'>,
  given: Given,
): Promise<AccountOffer> {
  return db
    .insertInto('account_offer')
    .values({
      ...DEFAULTS,
      slug: slugOf(given.title),
      ...given,
      ...UNTOUCHED,
      seller_id: sellerId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Defaults of the columns that a request may leave out. */
const DEFAULTS = {
  description: '',
  is_manual: 0,
  is_legacy: 1,
  attributes: '{}',
  game_items: '{}',
  image_urls: '[]',
  price: 0,
};

/** Columns that no request can set: the marketplace's record of the offer so far. */
const UNTOUCHED = {
  status: 'draft',
  views: 0,
  trend_score: 0,
  is_featured: 0,
  is_rare: 0,
  is_discounted: 0,
  listed_at: null,
  sold_at: null,
} as const;

/** Writes changed columns of one offer and returns the stored row. */
export async function saveAccountOffer(
  { db, now }: Pick<SellerCall, 'db' | 'now'>,
  id: number,
  columns: Updateable<AccountOfferTable>,
) {
  return db
    .updateTable('account_offer')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lists or drafts an account offer. Instant delivery needs credentials to deliver (observed). */
export async function moveAccountOffer(
  call: Pick<SellerCall, 'db' | 'now'>,
  offer: AccountOffer,
  action: Action,
): Promise<Moved<AccountOffer>> {
  if (!isAllowed(action, offer.status)) return { ok: false, reply: actionRefused(action, offer.status) };
  if (action === 'list' && !(await isDeliverable(call, offer))) {
    return { ok: false, reply: invalid({ credentials: ['The offer has no unsold credentials.'] }) };
  }
  return {
    ok: true,
    offer: await saveAccountOffer(call, offer.id, statusColumns(action, offer.status, call.now)),
  };
}

async function isDeliverable({ db }: Pick<SellerCall, 'db'>, offer: AccountOffer): Promise<boolean> {
  if (offer.is_manual === 1) return true;
  if (offer.is_legacy === 1) return offer.login !== null;
  const unsold = await db
    .selectFrom('credential')
    .select('id')
    .where('account_offer_id', '=', offer.id)
    .where('account_order_id', 'is', null)
    .executeTakeFirst();
  return unsold !== undefined;
}

/** Deletes an offer and its credentials; one that was ever sold stays, for its orders name it. */
export async function deleteAccountOffer(
  { db }: Pick<SellerCall, 'db'>,
  offer: AccountOffer,
): Promise<Reply> {
  const order = await db
    .selectFrom('order')
    .select('id')
    .where('kind', '=', 'account')
    .where('offer_id', '=', offer.id)
    .executeTakeFirst();
  if (order !== undefined) return invalid({ account: ['An offer with orders cannot be deleted.'] });
  await db.deleteFrom('credential').where('account_offer_id', '=', offer.id).execute();
  await db.deleteFrom('account_offer').where('id', '=', offer.id).execute();
  return ok({ message: 'The offer has been deleted.' });
}

/** Copies an offer into a new draft. The caller's own id and a stock of credentials belong to the original alone. */
export async function duplicateAccountOffer(call: SellerCall, offer: AccountOffer): Promise<AccountOffer> {
  const columns: Partial<AccountOffer> = { ...offer, external_id: null };
  delete columns.id;
  return insertAccountOffer(call, { ...columns, game_id: offer.game_id, title: offer.title });
}

/** The states of an offer that keeps its login from other offers. */
const AT_SALE = ['draft', 'pending', 'listed', 'processing'] as const;

/** Refuses a login that another offer of the seller has, as the live service does (observed); else undefined. */
export async function loginTaken(
  { db, sellerId, display }: Pick<SellerCall, 'db' | 'sellerId' | 'display'>,
  login: string | null | undefined,
  ownId = 0,
): Promise<Reply | undefined> {
  if (display.shape === 'specified' || login == null) return undefined;
  const other = await db
    .selectFrom('account_offer')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('login', '=', login)
    .where('status', 'in', AT_SALE)
    .where('id', '!=', ownId)
    .executeTakeFirst();
  return other && invalid({ login: ['The login has already been taken.'] });
}

/** The parameters that v2 shows: the game's attributes, and those with columns of their own. */
export function parametersOf(offer: AccountOffer): Readonly<Record<string, unknown>> {
  return {
    ...(offer.server === null ? {} : { server: offer.server }),
    ...(offer.level_up_method === null ? {} : { level_up_method: offer.level_up_method }),
    ...(offer.ign === null ? {} : { ign: offer.ign }),
    ...readFreeObject(offer.attributes),
  };
}

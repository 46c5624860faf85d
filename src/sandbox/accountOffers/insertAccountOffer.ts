import type { Call } from '../http/call';
import type { AccountOffer } from './accountOffer';
import { slugOf } from './slugOf';

type Given = Partial<AccountOffer> & Pick<AccountOffer, 'game_id' | 'title'>;

/** Stores a new draft with the given columns and the defaults of all others; returns it as it is then. */
export async function insertAccountOffer(
  { db, sellerId, now }: Pick<Call, 'db' | 'sellerId' | 'now'>,
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

/** What a request may leave out. */
const DEFAULTS = {
  description: '',
  is_manual: 0,
  is_legacy: 1,
  attributes: '{}',
  game_items: '{}',
  image_urls: '[]',
  price: 0,
};

/** What no request can set: how the marketplace has received the offer so far. */
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

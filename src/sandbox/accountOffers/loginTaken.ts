import type { Call } from '../http/call';
import type { Reply } from '../http/reply';
import { invalid } from '../validation/invalid';

/** What is not for sale any more leaves its login to another offer. */
const AT_SALE = ['draft', 'pending', 'listed', 'processing'] as const;

/** Refuses a login that another offer of the seller has, as the live service does (observed); else undefined. */
export async function loginTaken(
  { db, sellerId, display }: Pick<Call, 'db' | 'sellerId' | 'display'>,
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

import { sql } from 'kysely';
import type { Call } from '../http/call';

/** The caller's account with the login (spec 4.8); of several the listed one, then the newest. */
export async function findAccountByLogin({ db, sellerId }: Pick<Call, 'db' | 'sellerId'>, login: string) {
  return db
    .selectFrom('account_offer')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('login', '=', login)
    .orderBy(sql`status = 'listed'`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

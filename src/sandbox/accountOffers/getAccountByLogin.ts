import { sql } from 'kysely';
import type { Operation } from '../http/operation';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { showAccount } from './showAccount';

/**
 * GET /v1/accounts/by-login/{accountLogin} (spec 4.8). Of several offers with one login the listed one answers, then
 * the newest.
 */
export const getAccountByLogin: Operation = {
  version: 'v1',
  method: 'GET',
  path: '/v1/accounts/by-login/{accountLogin}',
  handle: async ({ db, sellerId, parameters, display }) => {
    const offer = await db
      .selectFrom('account_offer')
      .selectAll()
      .where('seller_id', '=', sellerId)
      .where('login', '=', parameters.accountLogin ?? '')
      .orderBy(sql`status = 'listed'`, 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return offer === undefined ? problems.notFound : ok({ data: showAccount(offer, display.shape, true) });
  },
};

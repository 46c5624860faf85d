import type { Call } from '../http/call';
import type { Credential } from './credential';

/** Gives a credential another text; undefined when its offer already holds that text. */
export async function changeCredential(
  { db, now }: Pick<Call, 'db' | 'now'>,
  credential: Credential,
  text: string,
): Promise<Credential | undefined> {
  const same = await db
    .selectFrom('credential')
    .select('id')
    .where('account_offer_id', '=', credential.account_offer_id)
    .where('credentials', '=', text)
    .where('id', '!=', credential.id)
    .executeTakeFirst();
  if (same !== undefined) return undefined;
  return db
    .updateTable('credential')
    .set({ credentials: text, updated_at: now })
    .where('id', '=', credential.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

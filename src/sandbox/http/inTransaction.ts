import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../storage/tables';
import type { Reply } from './reply';

/** Runs `work` in one transaction that a refusal or a throw takes back whole: what is refused changes nothing. */
export async function inTransaction(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Reply> | Reply,
): Promise<Reply> {
  const transaction = await db.startTransaction().execute();
  try {
    const reply = await work(transaction);
    await (reply.status < 400 ? transaction.commit() : transaction.rollback()).execute();
    return reply;
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
}

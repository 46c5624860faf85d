import { sql, type SqlBool } from 'kysely';
import { credentialPatch, credentialsAdd, credentialsBulkDelete } from '../../contract/v2/credentialsV2';
import { lists } from '../../contract/v2/envelopeV2';
import { type Handler, type HandlersOf, pathId, type SellerCall } from '../http/handler';
import type { AccountOffer, Credential } from '../storage/offerTables';
import type { ListRules } from '../listing/listQuery';
import { withAccountOffer } from './accountOfferStore';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import { checkBody, invalid } from '../http/checkBody';
import { answerList } from '../listing/answerList';
import type { credentialOperations } from './accountOfferOperations';

/** Puts texts into the stock of an offer and returns the new ones; a text that the offer already holds is left out. */
export async function addCredentials(
  { db, sellerId, now }: Pick<SellerCall, 'db' | 'sellerId' | 'now'>,
  offerId: number,
  texts: readonly string[],
) {
  if (texts.length === 0) return [];
  return db
    .insertInto('credential')
    .values(
      texts.map((credentials) => ({
        seller_id: sellerId,
        account_offer_id: offerId,
        account_order_id: null,
        credentials,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_offer_id', 'credentials']).doNothing())
    .returningAll()
    .execute();
}

/** Changes the text of a credential; undefined if its offer already holds that text. */
export async function changeCredential(
  { db, now }: Pick<SellerCall, 'db' | 'now'>,
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

/** Description of the list of one offer's stock. */
const credentialList = (offerId: number): ListRules<'credential'> => ({
  table: 'credential',
  sorts: lists.credentials.sorts,
  filters: {
    is_sold: (text) => sql<SqlBool>`(account_order_id is not null) = ${/^(1|true)$/.test(text) ? 1 : 0}`,
  },
  always: sql<SqlBool>`account_offer_id = ${offerId}`,
});

/** Deletes those of the credentials that belong to the offer and are not sold; answers how many that were. */
async function deleteUnsold(
  { db }: Pick<SellerCall, 'db'>,
  offerId: number,
  ids: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('credential')
    .where('account_offer_id', '=', offerId)
    .where('id', 'in', ids)
    .where('account_order_id', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A credential as v2 answers it (observed). */
const showCredential = (credential: Credential) => ({
  id: credential.id,
  credentials: credential.credentials,
  account_offer_id: credential.account_offer_id,
  account_order_id: credential.account_order_id,
  is_sold: credential.account_order_id !== null,
  created_at: credential.created_at,
  updated_at: credential.updated_at,
});

/** Handles a call about the stock of one offer; a legacy offer has none (spec 4.4). */
const withStockedOffer = (handle: (call: SellerCall, offer: AccountOffer) => Promise<Reply>): Handler =>
  withAccountOffer(async (call, offer) =>
    offer.is_legacy === 1
      ? invalid({ account: ['Credentials exist only for non-legacy account offers.'] })
      : handle(call, offer),
  );

/** Handles a call that changes one credential; `refusal` answers when it is sold (spec 4.4). */
const withUnsoldCredential = (
  refusal: string,
  handle: (call: SellerCall, credential: Credential) => Promise<Reply>,
): Handler =>
  withStockedOffer(async (call, offer) => {
    const credential = await call.db
      .selectFrom('credential')
      .selectAll()
      .where('id', '=', pathId(call.parameters.credential) ?? 0)
      .where('account_offer_id', '=', offer.id)
      .executeTakeFirst();
    if (credential === undefined) return sandboxProblems.notFound;
    if (credential.account_order_id !== null) return invalid({ credential: [refusal] });
    return handle(call, credential);
  });

/** The stock of credentials of an account offer. */
export const credentialHandlers: HandlersOf<typeof credentialOperations> = {
  listCredentials: withStockedOffer((call, offer) =>
    answerList(call, credentialList(offer.id), (rows) => rows.map(showCredential)),
  ),
  addCredentials: withStockedOffer(async (call, offer) => {
    const body = checkBody(credentialsAdd, call.body);
    if (!body.ok) return invalid(body.errors);
    const texts = body.value.credentials;
    const added = await addCredentials(call, offer.id, texts);
    return created({
      message: 'The credentials have been added.',
      created_count: added.length,
      duplicate_count: texts.length - added.length,
      data: added.map(showCredential),
    });
  }),
  deleteCredentials: withStockedOffer(async (call, offer) => {
    const body = checkBody(credentialsBulkDelete, call.body);
    if (!body.ok) return invalid(body.errors);
    const deleted = await deleteUnsold(call, offer.id, body.value.credentials_ids);
    return ok({ message: 'The credentials have been deleted.', deleted_count: deleted });
  }),
  patchCredential: withUnsoldCredential('Cannot change sold items', async (call, credential) => {
    const body = checkBody(credentialPatch, call.body);
    if (!body.ok) return invalid(body.errors);
    const changed = await changeCredential(call, credential, body.value.credentials);
    return changed === undefined
      ? invalid({ credentials: ['The credentials has already been taken.'] })
      : ok({ data: showCredential(changed) });
  }),
  deleteCredential: withUnsoldCredential('Cannot delete sold items', async (call, credential) => {
    await deleteUnsold(call, credential.account_offer_id, [credential.id]);
    return ok({ message: 'The credential has been deleted.' });
  }),
};

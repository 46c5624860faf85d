import { credentialPatch, credentialsAdd, credentialsBulkDelete } from '../../contract/v2/credentialsV2';
import { invalid } from '../http/checkBody';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import {
  type SellerCall,
  type Handler,
  type MarketCall,
  operation,
  type ServedOperation,
  withBody,
} from '../market';
import type { AccountOffer, Credential } from '../storage/sandboxSchema';
import { type RowCondition, equals } from '../storage/tables';
import { answerList, type ListRules, sortsByColumn } from './lists';

const isUnsold: RowCondition = { text: 'account_order_id is null', values: [] };

/** The credentials of an offer that nobody has bought, oldest first. */
export const unsoldOf = ({ credentials }: MarketCall, { id }: Pick<AccountOffer, 'id'>): Credential[] =>
  credentials.rows([equals('account_offer_id', id), isUnsold]);

const holds = ({ credentials }: MarketCall, offerId: number, text: string): Credential | undefined =>
  credentials.first([equals('account_offer_id', offerId), equals('credentials', text)]);

/** Puts texts into the stock of an offer and returns the new ones; a text that the offer already holds is left out. */
export function addCredentials(call: SellerCall, offerId: number, texts: readonly string[]): Credential[] {
  const { sellerId, at, credentials } = call;
  return texts.flatMap((text) =>
    holds(call, offerId, text) === undefined
      ? credentials.insert({
          ...{ seller_id: sellerId, account_offer_id: offerId, credentials: text },
          ...{ created_at: at, updated_at: at },
        })
      : [],
  );
}

/** Changes the text of a credential; undefined if its offer already holds that text. */
export function changeCredential(
  call: SellerCall,
  credential: Credential,
  text: string,
): Credential | undefined {
  const holder = holds(call, credential.account_offer_id, text);
  if (holder !== undefined && holder.id !== credential.id) return undefined;
  return call.credentials.save(credential, { credentials: text, updated_at: call.at });
}

/** The answer to a text that the offer already holds. */
export const takenText = invalid({ credentials: ['The credentials has already been taken.'] });

/** The answer about the stock of an offer that has none (spec 4.4). */
export const noStock = invalid({ account: ['Credentials exist only for non-legacy account offers.'] });

const credentialList: ListRules = {
  sorts: sortsByColumn('id', 'created_at', 'updated_at'),
  filters: {
    is_sold: (text) => ({
      text: '(account_order_id is not null) = ?',
      values: [/^(1|true)$/.test(text) ? 1 : 0],
    }),
  },
};

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

const addToStock = (call: SellerCall, offer: AccountOffer): Reply =>
  withBody(call, credentialsAdd, [], ({ credentials: texts }) => {
    const added = addCredentials(call, offer.id, texts);
    return created({
      message: 'The credentials have been added.',
      created_count: added.length,
      duplicate_count: texts.length - added.length,
      data: added.map(showCredential),
    });
  });

/** Deletes several credentials of an offer; those that are sold stay (observed). */
const removeMany = (call: SellerCall, offer: AccountOffer): Reply =>
  withBody(call, credentialsBulkDelete, [], ({ credentials_ids: ids }) => {
    const unsold = unsoldOf(call, offer).filter(({ id }) => ids.includes(id));
    for (const credential of unsold) call.credentials.remove(credential);
    return ok({ message: 'The credentials have been deleted.', deleted_count: unsold.length });
  });

type WithOffer = (parameter: string, handle: (call: SellerCall, offer: AccountOffer) => Reply) => Handler;

/** The stock of credentials of an account offer; `withOffer` finds the offer that a path names. */
export function credentialOperations(withOffer: WithOffer): readonly ServedOperation[] {
  const stocked = (handle: (call: SellerCall, offer: AccountOffer) => Reply): Handler =>
    withOffer('account', (call, offer) => (offer.is_legacy === 1 ? noStock : handle(call, offer)));
  /** Handles a call that changes one credential; `refusal` answers when it is sold (spec 4.4). */
  const unsold = (refusal: string, handle: (call: SellerCall, credential: Credential) => Reply): Handler =>
    stocked((call, { id }) => {
      const credential = call.credentials.find(call.parameters.credential, equals('account_offer_id', id));
      if (credential === undefined) return sandboxProblems.notFound;
      return credential.account_order_id === null
        ? handle(call, credential)
        : invalid({ credential: [refusal] });
    });
  const path = '/v2/account-offers/{account}/credentials';
  return [
    operation(
      `GET ${path}`,
      stocked((call, { id }) =>
        answerList(call, call.credentials, [equals('account_offer_id', id)], credentialList, showCredential),
      ),
    ),
    operation(`POST ${path}`, stocked(addToStock), credentialsAdd),
    operation(`POST ${path}/bulk-delete`, stocked(removeMany), credentialsBulkDelete),
    operation(
      `PATCH ${path}/{credential}`,
      unsold('Cannot change sold items', (call, credential) =>
        withBody(call, credentialPatch, [], ({ credentials: text }) => {
          const changed = changeCredential(call, credential, text);
          return changed === undefined ? takenText : ok({ data: showCredential(changed) });
        }),
      ),
      credentialPatch,
    ),
    operation(
      `DELETE ${path}/{credential}`,
      unsold('Cannot delete sold items', (call, credential) => {
        call.credentials.remove(credential);
        return ok({ message: 'The credential has been deleted.' });
      }),
    ),
  ];
}

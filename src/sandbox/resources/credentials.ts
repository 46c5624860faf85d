import { credentialsAdd } from '../../contract/v2/credentialsV2';
import { answerInvalid } from '../http/checkBody';
import { answerCreated, answerOk, type Reply } from '../http/reply';
import {
  type Handler,
  type MarketCall,
  makeOperations,
  answerRow,
  type SellerCall,
  answerBody,
} from '../market';
import type { AccountOffer, Credential } from '../storage/sandboxSchema';
import { matchColumn, pickColumns } from '../storage/tables';
import { answerList, type ListRules, sortsByColumn } from './lists';

/** Lists the unsold credentials of an offer, oldest first. */
export const listUnsold = ({ credentials }: MarketCall, { id }: Pick<AccountOffer, 'id'>): Credential[] =>
  credentials.listRows([
    matchColumn('account_offer_id', id),
    { text: 'account_order_id is null', values: [] },
  ]);

/** Adds texts to the stock of an offer, and returns the new credentials. Skips a text that the offer already has. */
export function addCredentials(call: SellerCall, offerId: number, texts: readonly string[]): Credential[] {
  const { sellerId, at, credentials } = call;
  const row = { seller_id: sellerId, account_offer_id: offerId, created_at: at, updated_at: at };
  return texts.flatMap((text) => {
    const stored = credentials.findFirst([
      matchColumn('account_offer_id', offerId),
      matchColumn('credentials', text),
    ]);
    return stored === undefined ? credentials.insertRow({ ...row, credentials: text }) : [];
  });
}

const credentialList: ListRules = {
  sorts: sortsByColumn('id', 'created_at', 'updated_at'),
  filters: {
    is_sold: (text) => ({
      text: '(account_order_id is not null) = ?',
      values: [/^(1|true)$/.test(text) ? 1 : 0],
    }),
  },
};

/** Shows a credential in the form of v2 (observed). */
const showCredential = (credential: Credential) => ({
  ...pickColumns(credential, 'id', 'credentials', 'account_offer_id', 'account_order_id'),
  is_sold: credential.account_order_id !== null,
  ...pickColumns(credential, 'created_at', 'updated_at'),
});

type OfferHandler = (call: SellerCall, offer: AccountOffer) => Reply;

/** Lists the operations on the credentials of an account offer. `offerHandler` finds the offer that a path names. */
export function credentialOperations(offerHandler: (handle: OfferHandler) => Handler) {
  const noStock = answerInvalid({ account: ['Credentials exist only for non-legacy account offers.'] });
  const stockHandler = (handle: OfferHandler): Handler =>
    offerHandler((call, offer) => (offer.is_legacy === 1 ? noStock : handle(call, offer)));
  const path = '/v2/account-offers/{account}/credentials';
  return makeOperations({
    [`GET ${path}`]: stockHandler((call, { id }) =>
      answerList(
        call,
        call.credentials,
        [matchColumn('account_offer_id', id)],
        credentialList,
        showCredential,
      ),
    ),
    [`POST ${path}`]: stockHandler((call, { id }) =>
      answerBody(call, credentialsAdd, [], ({ credentials: texts }) => {
        const data = addCredentials(call, id, texts).map(showCredential);
        const counts = { created_count: data.length, duplicate_count: texts.length - data.length };
        return answerCreated({ message: 'The credentials have been added.', ...counts, data });
      }),
    ),
    // Refuses to delete a sold credential (spec 4.4).
    [`DELETE ${path}/{credential}`]: stockHandler((call, { id }) =>
      answerRow(
        call.credentials.findRow(call.parameters.credential, matchColumn('account_offer_id', id)),
        (credential) => {
          if (credential.account_order_id !== null)
            return answerInvalid({ credential: ['Cannot delete sold items'] });
          call.credentials.removeRow(credential);
          return answerOk({ message: 'The credential has been deleted.' });
        },
      ),
    ),
  });
}

import { credentialsAdd } from '../../contract/v2/credentialsV2';
import { checkBody, refuseFields } from '../http/checkBody';
import { answerCreated, answerOk, foundRow } from '../http/reply';
import type { MarketCall, Routes } from '../market';
import type { AccountOffer, Credential } from '../storage/sandboxSchema';
import { matchColumn, pickColumns } from '../storage/tables';
import { answerList, type ListRules, sortsByColumn } from './lists';

/** Lists the unsold credentials of an offer, oldest first. */
export const listUnsold = ({ credentials }: MarketCall, { id }: AccountOffer): Credential[] =>
  credentials.listRows([matchColumn('account_offer_id', id), ['account_order_id is null']]);

/** Adds texts to the stock of an offer, and returns the new credentials. Skips a text that the offer already has. */
export function addCredentials(call: MarketCall, offerId: number, texts: readonly string[]): Credential[] {
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
    is_sold: (text) => ['(account_order_id is not null) = ?', Number(/^(1|true)$/.test(text))],
  },
};

/** Shows a credential in the form of v2 (observed). */
const showCredential = (credential: Credential) => ({
  ...pickColumns(credential, 'id', 'credentials', 'account_offer_id', 'account_order_id'),
  is_sold: credential.account_order_id !== null,
  ...pickColumns(credential, 'created_at', 'updated_at'),
});

/** Lists the operations on the credentials of an account offer. `findOffer` finds the offer that a path names. */
export function listCredentialOperations(findOffer: (call: MarketCall) => AccountOffer): Routes {
  const stockedId = (call: MarketCall): number => {
    const { id, is_legacy: isLegacy } = findOffer(call);
    if (isLegacy === 1) refuseFields({ account: ['Credentials exist only for non-legacy account offers.'] });
    return id;
  };
  const path = '/v2/account-offers/{account}/credentials';
  return {
    [`GET ${path}`]: (call) => {
      const isOfOffer = matchColumn('account_offer_id', stockedId(call));
      return answerList(call, call.credentials, [isOfOffer], credentialList, showCredential);
    },
    [`POST ${path}`]: (call) => {
      const id = stockedId(call);
      const { credentials: texts } = checkBody(credentialsAdd, call.body);
      const data = addCredentials(call, id, texts).map(showCredential);
      const counts = { created_count: data.length, duplicate_count: texts.length - data.length };
      return answerCreated({ message: 'The credentials have been added.', ...counts, data });
    },
    // Refuses to delete a sold credential (spec 4.4).
    [`DELETE ${path}/{credential}`]: (call) => {
      const isOfOffer = matchColumn('account_offer_id', stockedId(call));
      const credential = foundRow(call.credentials.findRow(call.parameters[1], isOfOffer));
      if (credential.account_order_id !== null) refuseFields({ credential: ['Cannot delete sold items'] });
      call.credentials.removeRow(credential);
      return answerOk({ message: 'The credential has been deleted.' });
    },
  };
}

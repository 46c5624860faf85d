import type { Call } from '../http/call';
import type { AccountOffer } from './accountOffer';
import { insertAccountOffer } from './insertAccountOffer';

/** Copies an offer into a new draft. The caller's own id and a stock of credentials belong to the original alone. */
export async function duplicateAccountOffer(call: Call, offer: AccountOffer): Promise<AccountOffer> {
  const columns: Partial<AccountOffer> = { ...offer, external_id: null };
  delete columns.id;
  return insertAccountOffer(call, { ...columns, game_id: offer.game_id, title: offer.title });
}

import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { pathId } from '../http/pathId';
import { problems } from '../http/problems';
import type { Reply } from '../http/reply';
import { invalid } from '../validation/invalid';
import type { Credential } from './credential';
import { withStockedOffer } from './withStockedOffer';

/** Handles a call that changes one credential; `refusal` answers when it is sold (spec 4.4). */
export const withUnsoldCredential = (
  refusal: string,
  handle: (call: Call, credential: Credential) => Promise<Reply>,
): Handler =>
  withStockedOffer(async (call, offer) => {
    const credential = await call.db
      .selectFrom('credential')
      .selectAll()
      .where('id', '=', pathId(call.parameters.credential) ?? 0)
      .where('account_offer_id', '=', offer.id)
      .executeTakeFirst();
    if (credential === undefined) return problems.notFound;
    if (credential.account_order_id !== null) return invalid({ credential: [refusal] });
    return handle(call, credential);
  });

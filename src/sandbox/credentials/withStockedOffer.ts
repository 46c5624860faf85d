import type { AccountOffer } from '../accountOffers/accountOffer';
import { withAccountOffer } from '../accountOffers/withAccountOffer';
import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import type { Reply } from '../http/reply';
import { invalid } from '../validation/invalid';

/** Handles a call about the stock of one offer; a legacy offer has none (spec 4.4). */
export const withStockedOffer = (handle: (call: Call, offer: AccountOffer) => Promise<Reply>): Handler =>
  withAccountOffer(async (call, offer) =>
    offer.is_legacy === 1
      ? invalid({ account: ['Credentials exist only for non-legacy account offers.'] })
      : handle(call, offer),
  );

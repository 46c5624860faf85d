import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { problems } from '../http/problems';
import type { Reply } from '../http/reply';
import type { AccountOffer } from './accountOffer';
import { findAccountOffer } from './findAccountOffer';

/** Handles a call about one account offer of the caller, named by the path parameter `account`; else 404. */
export const withAccountOffer =
  (handle: (call: Call, offer: AccountOffer) => Promise<Reply> | Reply): Handler =>
  async (call) => {
    const offer = await findAccountOffer(call, call.parameters.account);
    return offer === undefined ? problems.notFound : handle(call, offer);
  };

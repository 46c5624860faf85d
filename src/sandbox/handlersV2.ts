import type { operations } from '../contract/v2/operations';
import { accountOfferHandlers } from './accountOffers/accountOfferHandlers';
import { credentialHandlers } from './credentials/credentialHandlers';
import { financeHandlers } from './finance/financeHandlers';
import { gameHandlers } from './games/gameHandlers';
import { giftCardHandlers } from './giftCards/giftCardHandlers';
import type { HandlersOf } from './http/handler';
import { orderHandlers } from './orders/orderHandlers';
import { currencyOfferHandlers } from './stockOffers/currencyOfferHandlers';
import { itemOfferHandlers } from './stockOffers/itemOfferHandlers';
import { webhookHandlers } from './webhooks/webhookHandlers';

/** What the marketplace does for each operation of v2. */
export const handlersV2: HandlersOf<typeof operations> = {
  ...gameHandlers,
  ...accountOfferHandlers,
  ...credentialHandlers,
  ...currencyOfferHandlers,
  ...itemOfferHandlers,
  ...orderHandlers,
  ...giftCardHandlers,
  ...financeHandlers,
  ...webhookHandlers,
};

import { accountOfferOperations } from './operations/accountOffers';
import { credentialOperations } from './operations/credentials';
import { currencyOfferOperations } from './operations/currencyOffers';
import { financeOperations } from './operations/finance';
import { gameOperations } from './operations/games';
import { giftCardOperations } from './operations/giftCards';
import { itemOfferOperations } from './operations/itemOffers';
import { orderOperations } from './operations/orders';
import { webhookOperations } from './operations/webhooks';

/** Every operation of v2 by name. Of two paths that fit one request the earlier one is meant. */
export const operations = {
  ...gameOperations,
  ...accountOfferOperations,
  ...credentialOperations,
  ...currencyOfferOperations,
  ...itemOfferOperations,
  ...orderOperations,
  ...giftCardOperations,
  ...financeOperations,
  ...webhookOperations,
};

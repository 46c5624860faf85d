import type { ServedOperation } from './market';
import { accountOfferOperations, accountOperationsV1, withAccountOffer } from './resources/accounts';
import { catalogueOperations } from './resources/gameOperations';
import { credentialOperations } from './resources/credentials';
import { orderOperations, orderOperationsV1 } from './resources/orders';
import { stockOperations } from './resources/stocks';
import { stockOperationsV1 } from './resources/stocksV1';

/** Every operation of the marketplace. If two paths fit one request, the earlier one answers. */
export const operations: readonly ServedOperation[] = [
  ...accountOperationsV1,
  ...stockOperationsV1,
  ...orderOperationsV1,
  ...catalogueOperations,
  ...accountOfferOperations,
  ...credentialOperations(withAccountOffer),
  ...stockOperations,
  ...orderOperations,
];

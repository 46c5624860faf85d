import type { ServedOperation } from './market';
import { accountOfferOperations, accountOperationsV1 } from './resources/accounts';
import { catalogueOperations } from './resources/gameOperations';
import { orderOperations } from './resources/orders';
import { stockOperations, stockOperationsV1 } from './resources/stocks';

/** Operations of the marketplace. If two paths fit a request, the earlier one answers. */
export const operations: readonly ServedOperation[] = [
  ...accountOperationsV1,
  ...stockOperationsV1,
  ...catalogueOperations,
  ...accountOfferOperations,
  ...stockOperations,
  ...orderOperations,
];

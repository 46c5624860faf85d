import { accountOfferHandlers } from './offers/accountOfferHandlers';
import { accountOfferOperations, credentialOperations } from './offers/accountOfferOperations';
import { credentialHandlers } from './offers/credentialStock';
import { currencyOfferHandlers, currencyOfferOperations } from './offers/currencyOfferHandlers';
import { financeHandlers, financeOperations } from './orders/financeHandlers';
import { gameHandlers, gameOperations } from './games/gameHandlers';
import { giftCardHandlers } from './offers/giftCardHandlers';
import { giftCardOperations } from './offers/giftCardOperations';
import { itemOfferHandlers, itemOfferOperations } from './offers/itemOfferHandlers';
import { orderOperations } from './orders/orderOperations';
import { webhookHandlers, webhookOperations } from './webhooks/webhookHandlers';
import { type operationsV1, operationsV1 as v1 } from '../contract/contracts';
import { accountHandlers } from './offers/accountHandlersV1';
import type { HandlersOf, ServedOperation } from './http/handler';
import { currencyHandlersV1, itemHandlersV1 } from './offers/stockOfferHandlersV1';
import { orderHandlers } from './orders/orderHandlers';
import type { OperationContract } from '../contract/operationContract';

/** Every operation of v2 by name. If two paths fit one request, the earlier one applies. */
export const operationsV2 = {
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

/** The handler of each operation of v1. */
const handlersV1: HandlersOf<typeof operationsV1> = {
  ...accountHandlers,
  ...currencyHandlersV1,
  ...itemHandlersV1,
};

/** The handler of each operation of v2. */
const handlersV2: HandlersOf<typeof operationsV2> = {
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

function bind<Contracts extends Readonly<Record<string, OperationContract>>>(
  version: 'v1' | 'v2',
  contracts: Contracts,
  handlers: HandlersOf<Contracts>,
): readonly ServedOperation[] {
  return Object.entries(contracts).map(([name, contract]) => ({
    ...contract,
    name,
    version,
    handle: handlers[name as keyof Contracts],
  }));
}

/** Every operation of the marketplace. If two paths fit one request, the earlier one answers. */
export const operations: readonly ServedOperation[] = [
  ...bind('v1', v1, handlersV1),
  ...bind('v2', operationsV2, handlersV2),
];

import type { operations } from '../contract/v1/operations';
import { accountHandlers } from './accounts/accountHandlers';
import type { HandlersOf } from './http/handler';
import { currencyHandlersV1 } from './stockOffers/currencyHandlersV1';
import { itemHandlersV1 } from './stockOffers/itemHandlersV1';

/** What the marketplace does for each operation of v1. */
export const handlersV1: HandlersOf<typeof operations> = {
  ...accountHandlers,
  ...currencyHandlersV1,
  ...itemHandlersV1,
};

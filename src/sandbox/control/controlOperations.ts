import type { ControlOperation } from './controlCall';
import { faultControls } from './faultControls';
import { keyControls } from './keyControls';
import { requestControls } from './requestControls';
import { tradeControls } from './tradeControls';
import { webhookControls } from './webhookControls';

/** Everything that can be asked of a marketplace beside its API. */
export const controlOperations: readonly ControlOperation[] = [
  ...keyControls,
  ...tradeControls,
  ...webhookControls,
  ...faultControls,
  ...requestControls,
];

import { pathId } from '../http/pathId';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { deliveryLog } from '../webhooks/deliveryLog';
import { replayDelivery } from '../webhooks/replayDelivery';
import type { ControlOperation } from './controlCall';

/** Deliveries that the log shows. */
const LOG_LENGTH = 200;

/** The delivery log of webhooks, and replay. */
export const webhookControls: readonly ControlOperation[] = [
  {
    method: 'GET',
    path: '/webhooks/deliveries',
    handle: async ({ db }) => ok({ data: await deliveryLog(db, LOG_LENGTH) }),
  },
  {
    method: 'POST',
    path: '/webhooks/deliveries/{delivery}/replay',
    handle: async ({ db, world, parameters }) =>
      (await replayDelivery(db, pathId(parameters.delivery) ?? 0, world.clock))
        ? ok({ message: 'The delivery will be repeated.' })
        : problems.notFound,
  },
];

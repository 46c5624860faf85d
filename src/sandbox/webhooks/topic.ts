import type { WEBHOOK_EVENTS } from '../../contract/v2/webhooks';

/** The name of an event kind (observed). */
export type Topic = (typeof WEBHOOK_EVENTS)[number];

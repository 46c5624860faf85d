import { z } from 'zod';
import { limitedText } from '../requestKinds';
import { secretText, timestamp } from '../kinds';

/** The events that webhooks deliver (observed). */
export const WEBHOOK_EVENTS = [
  'account.order.purchased',
  'item.order.purchased',
  'currency.order.purchased',
  'gift_card.order.purchased',
  'order.report.issued',
  'order.dispute.created',
  'order.dispute.updated',
] as const;

const event = z.enum(WEBHOOK_EVENTS);
const url = z.url({ protocol: /^https?$/ });

/** A configured webhook (assumed); its secret signs every delivery. */
export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(event),
  is_active: z.boolean(),
  secret: secretText(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A new webhook; without events it receives them all, without a secret it is given one. */
export const webhookCreate = z.object({
  url,
  events: z.array(event).min(1).optional(),
  is_active: z.boolean().optional(),
  secret: limitedText(255).optional(),
});

/** A change of a webhook: every member optional. */
export const webhookPatch = webhookCreate.partial();

/** The body of a delivery (observed). */
export const webhookPayload = z.object({ event, payload: z.record(z.string(), z.unknown()) });

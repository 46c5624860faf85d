import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/talk.ts';
import { writeTicketMappings } from './tickets.ts';

/** Secrets of both sides; whoever shows one has failed. */
export const V2_SECRET = 'what-v2-signs-its-events-with';
export const RECEIVER_SECRET = 'what-the-old-program-expects';
/** Title that no store, log or page may show. */
export const PRIVATE_TITLE = 'Nobody may read this';

const EVENTS = `
events:
  name: { v1: event, v2: type }
  id: { v1: delivery, v2: id }
  at: { v1: { path: at, as: iso }, v2: { path: created, as: unix } }
  resource: { v1: ticket, v2: data }
  signature: { v1: { header: X-Tickets, form: 'sha256={hex}' }, v2: { header: X-Hub-Signature, form: '{base64}' } }
  takes: { ticket: { ticket_opened: ticket.created, ticket_closed: ticket.closed } }
  drops: { ticket.starred: v1 had no stars }
`;

/** Writes the mappings of the ticket APIs with their events into a folder. */
export function writeEventMappings(folder: string): void {
  writeTicketMappings(folder);
  appendFileSync(join(folder, 'api.yaml'), EVENTS);
}

/** Settings of a gateway that delivers events to a receiver. */
export const eventSettings = (mappings: string, store: string, receiver: string) => ({
  LIFEBOAT_MAPPINGS: mappings,
  LIFEBOAT_STORE: store,
  LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9',
  LIFEBOAT_EVENTS_SECRET: V2_SECRET,
  LIFEBOAT_EVENTS_RECEIVER: `${receiver}/hooks`,
  LIFEBOAT_EVENTS_RECEIVER_SECRET: RECEIVER_SECRET,
});

/** v2's event about the ticket of a number. */
export const eventOf = (number: number, more: object = {}) => ({
  type: 'ticket.created',
  id: `evt-${number}`,
  created: 1_767_323_045,
  data: { id: number, title: PRIVATE_TITLE, state: 'open', assignee: null, opened_at: 1_767_323_045 },
  ...more,
});

/** v1's event about the same ticket. */
export const shownEvent = (number: number, name = 'ticket_opened') => ({
  event: name,
  delivery: `evt-${number}`,
  at: '2026-01-02T03:04:05Z',
  ticket: {
    id: number,
    subject: PRIVATE_TITLE,
    state: 'Open',
    assignee: null,
    opened_at: '2026-01-02T03:04:05Z',
  },
});

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body);

/** The signature by which the old program knows its events. */
export const receiverSignature = (body: string): string =>
  `sha256=${hmac(RECEIVER_SECRET, body).digest('hex')}`;

/** Posts an event as v2 does; signed with its secret unless another one is given. */
export function postEvent(gateway: string, event: object | string, secret = V2_SECRET) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const headers = {
    'Content-Type': 'application/json',
    'X-Hub-Signature': hmac(secret, body).digest('base64'),
  };
  return ask(gateway, { method: 'POST', path: '/lifeboat/events', headers, body });
}

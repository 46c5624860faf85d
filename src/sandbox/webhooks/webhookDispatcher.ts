import type { Kysely, Updateable } from 'kysely';
import type { WebhookDeliveryTable } from '../storage/orderTables';
import { type Attempt, postWebhook, webhookRequest } from './postWebhook';
import type { MarketClock } from '../sandboxOptions';
import type { Tables } from '../storage/sandboxTables';

const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 3_600_000;
const MOST_ATTEMPTS = 12;

/** Milliseconds to wait after so many failed attempts, doubling each time; undefined when it is time to give up. */
const backOff = (attempts: number): number | undefined =>
  attempts >= MOST_ATTEMPTS ? undefined : Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY);

/** The columns of a delivery after an attempt: arrived on any 2xx, else tried again later, until it is given up. */
function attemptColumns(
  attempt: Attempt,
  attemptsBefore: number,
  now: number,
): Updateable<WebhookDeliveryTable> {
  const attempts = attemptsBefore + 1;
  const seen = {
    attempts,
    last_status: attempt.kind === 'answered' ? attempt.status : null,
    last_error: attempt.kind === 'failed' ? attempt.reason : null,
    updated_at: Math.floor(now / 1_000),
  };
  if (attempt.kind === 'answered' && attempt.status >= 200 && attempt.status < 300) {
    return { ...seen, status: 'delivered', next_attempt_at: null };
  }
  const delay = backOff(attempts);
  return delay === undefined
    ? { ...seen, status: 'failed', next_attempt_at: null }
    : { ...seen, status: 'waiting', next_attempt_at: now + delay };
}

/** Sends the pending deliveries. */
export interface Dispatcher {
  /** Looks for due deliveries now; to be called when there may be new ones. */
  readonly wake: () => void;
  /** Settles when nothing that is due is left, and no attempt is under way. */
  readonly idle: () => Promise<void>;
  /** Ends after the attempts under way; pending deliveries stay in the store for the next start. */
  readonly close: () => Promise<void>;
}

/** Attempts under way at once. */
const AT_ONCE = 16;

/**
 * Starts to send deliveries out of the store; those that an earlier start left are tried at once, as its clock may have
 * been another. `reportBug` receives the errors of a broken store.
 */
export function createDispatcher(
  db: Kysely<Tables>,
  clock: MarketClock,
  userAgent: string,
  reportBug: (error: unknown) => void,
): Dispatcher {
  let round: Promise<void> = makeDue(db, clock).catch(reportBug);
  let closed = false;
  let cancelTimer: () => void = () => undefined;

  const sendAll = async () => {
    while (!closed && (await sendDue(db, clock, userAgent)) > 0);
    const next = closed ? undefined : await nextAttempt(db);
    if (next !== undefined) cancelTimer = clock.schedule(Math.max(0, next - clock.now()), wake);
  };

  const wake = () => {
    cancelTimer();
    round = round.then(sendAll).catch(reportBug);
  };

  wake();
  return {
    wake,
    idle: () => round,
    close: async () => {
      closed = true;
      cancelTimer();
      await round;
    },
  };
}

async function makeDue(db: Kysely<Tables>, clock: MarketClock): Promise<void> {
  const waiting = db.updateTable('webhook_delivery').where('status', '=', 'waiting');
  await waiting.set({ next_attempt_at: clock.now() }).execute();
}

async function sendDue(db: Kysely<Tables>, clock: MarketClock, userAgent: string): Promise<number> {
  const due = await db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .innerJoin('webhook_event as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.attempts', 'webhook.url', 'webhook.secret'])
    .select(['event.id as eventId', 'event.topic', 'event.body'])
    .where('delivery.status', '=', 'waiting')
    .where('delivery.next_attempt_at', '<=', clock.now())
    .orderBy('delivery.next_attempt_at')
    .orderBy('delivery.id')
    .limit(AT_ONCE)
    .execute();
  await Promise.all(
    due.map(async ({ id, attempts, ...outgoing }) => {
      const attempt = await postWebhook(webhookRequest(outgoing, clock.now(), userAgent));
      await db
        .updateTable('webhook_delivery')
        .set(attemptColumns(attempt, attempts, clock.now()))
        .where('id', '=', id)
        .execute();
    }),
  );
  return due.length;
}

async function nextAttempt(db: Kysely<Tables>): Promise<number | undefined> {
  const next = await db
    .selectFrom('webhook_delivery')
    .select('next_attempt_at')
    .where('status', '=', 'waiting')
    .orderBy('next_attempt_at')
    .executeTakeFirst();
  return next?.next_attempt_at ?? undefined;
}

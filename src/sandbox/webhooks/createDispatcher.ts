import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Tables } from '../storage/tables';
import { attemptColumns } from './attemptColumns';
import { postWebhook } from './postWebhook';
import { webhookRequest } from './webhookRequest';

/** Sends what waits to be told. */
export interface Dispatcher {
  /** Looks for due deliveries now; to be called when there may be new ones. */
  readonly wake: () => void;
  /** Settles when nothing that is due is left, and no attempt is under way. */
  readonly idle: () => Promise<void>;
  /** Ends after the attempts under way; what waits stays in the store for the next start. */
  readonly close: () => Promise<void>;
}

/** Attempts under way at once. */
const AT_ONCE = 16;

/**
 * Starts to send deliveries out of the store; those that an earlier start left are tried at once, as its clock may have
 * been another. `reportBug` hears of a broken store.
 */
export function createDispatcher(
  db: Kysely<Tables>,
  clock: Clock,
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

async function makeDue(db: Kysely<Tables>, clock: Clock): Promise<void> {
  const waiting = db.updateTable('webhook_delivery').where('status', '=', 'waiting');
  await waiting.set({ next_attempt_at: clock.now() }).execute();
}

async function sendDue(db: Kysely<Tables>, clock: Clock, userAgent: string): Promise<number> {
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

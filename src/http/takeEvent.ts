import type { RequestHandler } from 'express';
import type { Json } from '../contract/json';
import type { ProblemCode } from '../gateway/problems';
import { readJsonBytes } from '../gateway/checkRequest';
import type { SignatureForm } from '../mapping/profile/eventForm';
import { EVENTS_PATH } from '../mapping/profile/wire';
import { isSameSecret } from './admin/door';
import { type Exchange, exchangeOf } from './server/exchange';
import { signatureOf } from './upstream/postEvent';

/** Reason why an event is not taken; the detail is for the log: places and rules, never values. */
export interface EventRefusal {
  readonly code: ProblemCode;
  readonly detail?: string;
}

/** Takes events of v2. */
export interface EventIntake {
  /** Form in which v2 signs its events. */
  readonly signature: SignatureForm;
  readonly secret: string;
  /** Resolves to undefined when the event survives the end of the process, or needs no delivery. */
  readonly take: (event: Json) => Promise<EventRefusal | undefined>;
}

/** Status for an event that is to be delivered later (RFC 9110 15.3.3). */
const ACCEPTED = 202;

/** Takes the event of a request. The signature is checked over the bytes before anything reads them. */
async function keepEvent(
  { signature, secret, take }: EventIntake,
  exchange: Exchange,
  shownSignature: string | undefined,
) {
  const body = await exchange.readBody();
  if (!body.ok) return { code: body.failure };
  if (!isSameSecret(shownSignature, signatureOf(signature, secret, body.value)))
    return {
      code: 'unauthenticated',
      detail: `${signature.header} is not the signature of the event`,
    } as const;
  const event = readJsonBytes(body.value, 'drop');
  return event.ok ? take(event.value) : ({ code: 'badJson', detail: `event: ${event.failure}` } as const);
}

/** Answers v2 when its event is kept, or with the reason why it is not: then v2 sends it again. */
export const createEventHandler =
  (intake: EventIntake): RequestHandler =>
  async (request, response) => {
    const exchange = exchangeOf(response);
    exchange.noteFacts({ route: EVENTS_PATH });
    const refusal: EventRefusal | undefined = await keepEvent(
      intake,
      exchange,
      request.get(intake.signature.header),
    );
    if (refusal === undefined) exchange.sendOnce({ status: ACCEPTED, headers: {}, body: '' });
    // A body that v2 broke off is no bad request: the log says that it has disconnected.
    else if (!exchange.cancel.aborted) {
      if (refusal.detail !== undefined) exchange.noteFacts({ detail: refusal.detail });
      exchange.sendProblem(refusal.code);
    }
  };

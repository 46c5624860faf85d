import type { RequestHandler } from 'express';
import type { Json } from '../contract/json';
import type { Result } from '../contract/result';
import type { ProblemCode } from '../gateway/problems';
import { readJsonBytes } from '../gateway/requestBody';
import type { SignatureForm } from '../mapping/profile/eventForm';
import { EVENTS_PATH } from '../mapping/profile/wire';
import { isSameSecret } from './admin/door';
import { exchangeOf } from './server/exchange';
import { signatureOf } from './upstream/postEvent';

/** Reason why an event is not taken; v2 sends it again. */
export interface EventRefusal {
  readonly code: ProblemCode;
  /** For the log: places and rules, never values. */
  readonly detail: string;
}

/** Takes events of v2. */
export interface EventIntake {
  /** Form in which v2 signs its events. */
  readonly signature: SignatureForm;
  readonly secret: string;
  /** Resolves when the event survives the end of the process, or needs no delivery. */
  readonly take: (event: Json) => Promise<Result<unknown, EventRefusal>>;
}

/** Status for an event that is to be delivered later (RFC 9110 15.3.3). */
const ACCEPTED = 202;

/** Takes a signed event of v2; the signature is checked over the bytes before anything reads them. */
export const takeEvent =
  ({ signature, secret, take }: EventIntake): RequestHandler =>
  async (request, response) => {
    const exchange = exchangeOf(response);
    exchange.note({ route: EVENTS_PATH });
    const refuse = ({ code, detail }: EventRefusal): void => {
      exchange.note({ detail });
      exchange.fail(code);
    };
    const body = await exchange.readBody();
    if (!body.ok) {
      // A body that v2 broke off is no bad request: the log says that it has disconnected.
      if (!exchange.cancel.aborted) exchange.fail(body.failure);
      return;
    }
    const [header, value] = signatureOf(signature, secret, body.value);
    if (!isSameSecret(request.get(header), value)) {
      refuse({ code: 'unauthenticated', detail: `the signature in ${header} is not that of the event` });
      return;
    }
    const event = readJsonBytes(body.value, 'drop');
    const taken = event.ok
      ? await take(event.value)
      : ({ ok: false, failure: { code: 'badJson', detail: `event: ${event.failure}` } } as const);
    if (taken.ok) exchange.answer({ status: ACCEPTED, headers: {}, body: '' });
    else refuse(taken.failure);
  };

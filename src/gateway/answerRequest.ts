import { failure, type Result, success } from '../translation/result';
import { writeJson } from '../translation/writeJson';
import type { Answer } from './answer';
import { callUpstream, type Errand } from './callUpstream';
import type { Clock } from './clock';
import type { RateLimit } from './createRateLimit';
import type { GatewayRequest } from './gateway';
import type { Keys } from './keys/keys';
import type { Find } from './lookup/createLookup';
import { readBody } from './readBody';
import { type Received, receive, unfit } from './receive';
import type { Refusal } from './refusal';
import type { Upstream } from './upstream';
import type { Watch } from './watch';

/** What a request passes through. */
export interface Pipeline {
  readonly keys: Keys;
  readonly limit: RateLimit;
  readonly upstream: Upstream;
  readonly find: Find;
  readonly watch: Watch;
  readonly clock: Clock;
  /** Most time (ms) from here to the answer. */
  readonly deadlineMs: number;
}

/** What is known of a request so far, whatever becomes of it. */
export interface Notes {
  upstreamCalls: number;
  upstreamMilliseconds?: number;
  caller?: string;
}

/** The order of a translated request, once, from top to bottom. */
export async function answerRequest(
  { keys, limit, upstream, find, watch, clock, deadlineMs }: Pipeline,
  request: GatewayRequest,
  notes: Notes,
): Promise<Result<Answer, Refusal>> {
  const { operation, parameters } = request.route;
  const { v2, lookup } = operation;
  const deadlineAt = clock.now() + deadlineMs;

  const caller = keys.identify(request.authorization);
  if (caller === undefined) return failure({ code: 'unauthenticated' });
  notes.caller = caller.fingerprint;
  const overLimit = limit(caller.fingerprint);
  if (overLimit !== undefined) return failure(overLimit);

  const body = readBody(operation, request);
  if (!body.ok) return body;

  const count = (): (() => void) => {
    const began = clock.now();
    notes.upstreamCalls += 1;
    return () => (notes.upstreamMilliseconds = (notes.upstreamMilliseconds ?? 0) + clock.now() - began);
  };
  const { id: requestId, traceparent, gone } = request;
  const errand: Errand = { caller, requestId, traceparent, deadlineAt, gone, count, watch };
  let received: Result<Received, Refusal>;
  if (lookup === undefined) {
    const json = body.value === undefined ? {} : { body: writeJson(body.value) };
    const call = { method: v2.method, path: v2.path(parameters), ...json };
    const expected = { method: v2.method, success: v2.success, refusal: operation.refusal };
    received = receive(await callUpstream(upstream, errand, call), expected);
    if (received.ok) watch(`${v2.method} ${v2.template}`, received.value.body);
  } else {
    received = await find({ v2, lookup, parameters, errand });
  }
  if (!received.ok) return received;

  const translated = operation.answer(received.value.body);
  if (!translated.ok) return failure(unfit(translated.failure, v2.method));

  return success({
    status: v2.success,
    headers: {
      ...received.value.headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': request.id,
    },
    body: writeJson(translated.value),
  });
}

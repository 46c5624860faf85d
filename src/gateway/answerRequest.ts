import { failure, type Result, success } from '../translation/result';
import type { Answer } from './answer';
import type { Errand } from './callUpstream';
import type { RateLimit } from './createRateLimit';
import type { GatewayRequest } from './gateway';
import type { Caller, Keys } from './keys/keys';
import { perform, type PerformParts } from './perform';
import { readBody } from './readBody';
import type { Refusal } from './refusal';
import { successorLink } from './successorLink';
import type { Watch } from './watch';

/** What a request passes through. */
export interface Pipeline extends PerformParts {
  readonly keys: Keys;
  readonly limit: RateLimit;
  /** Who asks where no key is needed and none was sent; absent: nobody may. */
  readonly guest: Caller | undefined;
  readonly watch: Watch;
  /** Most time (ms) from here to the answer. */
  readonly deadlineMs: number;
}

/** What is known of a request so far, whatever becomes of it. */
export interface Notes {
  upstreamCalls: number;
  upstreamMilliseconds: number | undefined;
  caller: string | undefined;
}

function callerOf({ keys, guest }: Pipeline, { authorization, route }: GatewayRequest): Caller | undefined {
  const isGuest = authorization === undefined && route.operation.v1.open === true;
  return isGuest ? guest : keys.identify(authorization);
}

/** The order of a translated request, once, from top to bottom. */
export async function answerRequest(
  pipeline: Pipeline,
  request: GatewayRequest,
  notes: Notes,
): Promise<Result<Answer, Refusal>> {
  const { operation, parameters, query } = request.route;
  const deadlineAt = pipeline.clock.steady() + pipeline.deadlineMs;

  const caller = callerOf(pipeline, request);
  if (caller === undefined) return failure({ code: 'unauthenticated' });
  notes.caller = caller.fingerprint;
  const overLimit = pipeline.limit(caller.fingerprint);
  if (overLimit !== undefined) return failure(overLimit);

  const asked = operation.query?.(query ?? new URLSearchParams()) ?? success({ hidden: [] });
  if (!asked.ok) return failure({ code: 'invalid', validation: asked.failure });
  const outgoing = readBody(operation, request);
  if (!outgoing.ok) return outgoing;

  const { clock, watch } = pipeline;
  const count = (): (() => void) => {
    const began = clock.steady();
    notes.upstreamCalls += 1;
    return () => (notes.upstreamMilliseconds = (notes.upstreamMilliseconds ?? 0) + clock.steady() - began);
  };
  const { id: requestId, traceparent, gone } = request;
  const errand: Errand = { caller, requestId, traceparent, deadlineAt, gone, count, watch };
  const { path } = outgoing.value;
  const values = path === undefined ? parameters : { ...parameters, ...path };
  const task = { operation, values, asked: asked.value, outgoing: outgoing.value, errand };
  const performed = await perform(pipeline, task);
  if (!performed.ok) return performed;

  const { headers, printed } = performed.value;
  return success({
    status: operation.v2.success,
    headers: {
      ...headers,
      link: successorLink(operation, values, printed.id),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': request.id,
    },
    body: printed.body,
  });
}

import type { Json } from '../contract/json';
import { failure, type Result, success } from '../translation/result';
import type { Answer } from './answer';
import type { Errand } from './callUpstream';
import type { RateLimit } from './createRateLimit';
import type { GatewayRequest } from './gateway';
import type { Caller, Keys } from './keys/keys';
import { perform, type PerformParts } from './perform';
import { readBody } from './readBody';
import { type Refusal, UNCHANGED } from './refusal';
import { withoutSecrets } from './refusalText';
import { successorLink } from './successorLink';
import type { Watch } from './watch';

/** What a request passes through. */
export interface Pipeline extends PerformParts {
  readonly keys: Keys;
  readonly limit: RateLimit;
  /** Who asks where v1 needs no key and shows none that is of use; absent: nobody may. */
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

/** Where v1 needs no key, one that is not known is as good as none, and so is one that v2 refuses. */
function callerOf({ keys, guest }: Pipeline, { authorization, route }: GatewayRequest): Caller | undefined {
  const known = keys.identify(authorization);
  if (guest === undefined || route.operation.v1.open !== true) return known;
  if (known === undefined) return guest;
  const authorizations: Caller['authorizations'] = () => {
    const [first, second = guest.authorizations()[0]] = known.authorizations();
    return [first, second];
  };
  return { ...known, authorizations };
}

/** Counts the upstream calls of a request, and the time (ms) they take. */
function counting({ clock }: Pipeline, notes: Notes): Errand['count'] {
  return () => {
    const began = clock.steady();
    notes.upstreamCalls += 1;
    return () => (notes.upstreamMilliseconds = (notes.upstreamMilliseconds ?? 0) + clock.steady() - began);
  };
}

/** The refusal without the keys that were sent and what the request itself says: v2's words may repeat them. */
function withoutKeys(refusal: Refusal, caller: Caller, json: Json | undefined): Refusal {
  const keys = caller.authorizations().map((value = '') => value.replace(/^\S+ +/, ''));
  return withoutSecrets(refusal, [caller.key, ...keys], json);
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

  const { watch } = pipeline;
  const count = counting(pipeline, notes);
  const { id: requestId, traceparent, gone } = request;
  const errand: Errand = { caller, requestId, traceparent, deadlineAt, gone, count, watch };
  const { path } = outgoing.value;
  const values = { ...parameters, ...path };
  const task = { operation, values, asked: asked.value, outgoing: outgoing.value, errand };
  const performed = await perform(pipeline, task);
  if (!performed.ok) return failure(withoutKeys(performed.failure, caller, outgoing.value.json));

  const { headers, printed, unchanged } = performed.value;
  return success({
    status: operation.v1.success,
    headers: {
      ...headers,
      ...(unchanged === true ? UNCHANGED : {}),
      link: successorLink(operation, values, printed.id),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': request.id,
    },
    body: printed.body,
  });
}

import { failure, type Result, success } from '../contract/result';
import { changeEach, type EachParts } from './lists/bulkChanges';
import { callAndTranslate } from './translatedCall';
import { addNames, assemblePage, type ListParts } from './lists/assemblePage';
import type { Find } from './lookup/findResource';
import { unfit, withoutSecrets } from './receive';
import { type Refusal, UNCHANGED } from './refusal';
import type { GatewayRequest, Performed, Task } from './gateway';
import type { Operation } from '../mapping/compile/compiledOperation';
import { withValue } from './routes';
import type { Json } from '../contract/json';
import type { Answer } from './problems';
import type { CallContext, Watch } from './upstream';
import type { RateLimit } from './rateLimits';
import type { Caller, Keys } from './keys/clientKeys';
import { readBody } from './requestBody';

/** What tasks are performed with. */
export interface PerformParts extends EachParts, ListParts {
  readonly find: Find;
}

async function lookUp(find: Find, task: Task): Promise<Result<Performed, Refusal> | undefined> {
  const { operation, values, asked, errand } = task;
  const { v2, lookup } = operation;
  if (lookup === undefined) return undefined;
  const received = await find({ v2, lookup, parameters: values, errand });
  if (!received.ok) return received;
  const printed = operation.answer.print(received.value.body, asked.hidden);
  if (!printed.ok) return failure(unfit(printed.failure, v2.method));
  return success({ headers: received.value.headers, printed: printed.value });
}

async function performOne(parts: PerformParts, task: Task): Promise<Result<Performed, Refusal>> {
  const { operation, errand } = task;
  const performed = (await lookUp(parts.find, task)) ?? (await callAndTranslate(parts, task));
  if (performed.ok) return performed;
  const { failure: refusal } = performed;
  if (refusal.code !== 'notFound' || operation.namesKnown === undefined) return performed;
  return failure(await addNames(parts.upstream, errand, refusal, operation.namesKnown));
}

/** Makes the v2 calls of a task, however many, and translates what they answer. */
function perform(parts: PerformParts, task: Task): Promise<Result<Performed, Refusal>> {
  const { list, each } = task.operation;
  if (list !== undefined) return assemblePage(parts, task, list);
  return each === undefined ? performOne(parts, task) : changeEach(parts, task, each);
}

/**
 * The `Link` to the v2 operation that takes the place of this one (RFC 5829 3.3). Where a part of its path is not
 * known, or would be a login, the link ends before it.
 */
export function successorLink(
  { v2, lookup }: Operation,
  values: Readonly<Record<string, string>>,
  id?: string,
): string {
  const path = v2.path(
    id === undefined || lookup === undefined ? values : withValue(values, lookup.fills, id),
  );
  const known = path.includes('//') || path.endsWith('/') ? v2.template.replace(/\/\{.*$/, '') : path;
  return `<${known}>; rel="successor-version"`;
}

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
function counting({ clock }: Pipeline, notes: Notes): CallContext['count'] {
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
  const errand: CallContext = { caller, requestId, traceparent, deadlineAt, gone, count, watch };
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

import { dataOf, isJsonObject, type Json } from '../contract/json';
import type { Operation } from '../mapping/compile/compiledOperation';
import { failure, type Result, success } from '../contract/result';
import { writeJson } from '../mapping/translate/exactJson';
import { type CallContext, type CarriedHeaders, type ClientHeaders, detachContext } from './context';
import { beginFurther } from './furtherCalls';
import { callUpstream, type Upstream, type UpstreamAnswer } from './upstream';
import type { LearnFromWrite } from './lookup/lookups';
import { isResourceLimit, isMaybeResourceLimit } from './rateLimits';
import { keepHeaders, readAnswer, addHeaders, type ReceivedAnswer, refuseUnfit } from './receiveAnswer';
import type { Refusal } from './refusal';
import type { V1Success, Task } from './gateway';

type Headers = Readonly<Record<string, string>>;

/** Status for a read whose client has the present state already (RFC 9110 15.4.5). */
export const NOT_MODIFIED = 304;

/** The conditions of a call in v2's terms, and the check of the state in its answer. */
interface StateCheck {
  /** Undefined if no condition is about an answer of these mappings. */
  readonly conditions: Headers | undefined;
  readonly check: (outcome: Result<UpstreamAnswer, unknown>) => {
    /** Headers of the state for the translated answer. They are undefined without any. */
    readonly state: Headers | undefined;
    readonly isUnmodified: boolean;
  };
}

type CheckedTask = Pick<Task, 'operation' | 'conditions'> & {
  readonly context: Pick<CallContext, 'clientHeaders'>;
};

/** Begins the check of a call: a translated read is unmodified as long as v2's answer and the mappings are. */
export type BeginStateCheck = (task: CheckedTask) => StateCheck;

const unstated = { state: undefined, isUnmodified: false };
const skipCheck = (conditions?: CarriedHeaders): StateCheck => ({ conditions, check: () => unstated });

/** Matches an entity tag (RFC 9110 8.8.3). */
const entityTag = /(?:W\/)?"([\x21\x23-\x7e]*)"/;

/**
 * Creates the checks of the mappings with this version, in force since an instant (clock ms). Without a version there
 * are none. A tag names the version, so that a tag of other mappings never matches, and is weak, because v2's tag was
 * made for other bytes (RFC 9110 8.8.1). An older date says nothing about a translated answer and is left out, as is a
 * date beside a tag (13.1.3).
 */
export function createStateChecks(version: string | undefined, since: number): BeginStateCheck {
  if (version === undefined) return ({ conditions }) => skipCheck(conditions);
  const dateHeader = (name: string, date: string | undefined): Headers | undefined => {
    if (date === undefined) return undefined;
    const at = Date.parse(date);
    return at >= since && new Date(at).toUTCString() === date ? { [name]: date } : undefined;
  };
  const conditionsOf = ({ 'if-none-match': tags, 'if-modified-since': date }: ClientHeaders) => {
    if (tags === undefined) return dateHeader('if-modified-since', date);
    if (tags === '*') return { 'if-none-match': tags };
    const knownTexts = [...tags.matchAll(new RegExp(entityTag, 'g'))].flatMap(([, tag = '']) =>
      tag.startsWith(`${version}-`) ? [`W/"${tag.slice(version.length + 1)}"`] : [],
    );
    return knownTexts.length === 0 ? undefined : { 'if-none-match': knownTexts.join(', ') };
  };
  /** Puts v2's tags in the place of tags of these mappings, which were v2's. Of other mappings they match nothing. */
  const restoreTags = ({ 'if-match': tags = '', ...others }: CarriedHeaders): CarriedHeaders =>
    tags === '' ? others : { ...others, 'if-match': tags.replaceAll(`W/"${version}-`, '"') };
  return ({ operation: { v2, calls }, conditions: givenConditions, context: { clientHeaders = {} } }) => {
    const takenConditions = givenConditions && restoreTags(givenConditions);
    // What several answers make is as new as the newest of them, and the first one alone does not say that.
    if (v2.method !== 'GET' || calls !== undefined) return skipCheck(takenConditions);
    const conditions = conditionsOf(clientHeaders);
    return {
      conditions: takenConditions === undefined ? conditions : { ...conditions, ...takenConditions },
      check: (outcome) => {
        if (!outcome.ok) return unstated;
        const { status, headers } = outcome.value;
        const { etag, 'last-modified': date } = headers;
        const isUnmodified = conditions !== undefined && status === NOT_MODIFIED;
        if (etag === undefined && date === undefined && !isUnmodified) return unstated;
        const tag = entityTag.exec(etag ?? '')?.[1];
        const tagged = tag === undefined ? undefined : { etag: `W/"${version}-${tag}"` };
        const state = { ...keepHeaders(headers), ...tagged, ...dateHeader('last-modified', date) };
        return { state, isUnmodified };
      },
    };
  };
}

export interface CallParts {
  readonly upstream: Upstream;
  readonly learn: LearnFromWrite;
  /** True to answer from a read a write that would change nothing, where v2 takes no more writes. */
  readonly answersUnchanged: boolean;
  readonly checkState: BeginStateCheck;
}

const idIn = ({ answer }: Operation, body: Json): string | undefined => answer.id?.read(dataOf(body));

/** Translates an answer of v2 if it is about the resource of this id. An undefined id takes any resource. */
function translateAnswer(
  { operation, askedQuery, values }: Task,
  received: ReceivedAnswer,
  id: string | undefined,
): Result<V1Success, Refusal> {
  const { method } = operation.v2;
  const { headers, body } = received;
  // An answer about another resource acknowledges nothing: it may be another request's.
  if ((idIn(operation, body) ?? id) !== id && id !== undefined) {
    const { path = 'data' } = operation.answer.id ?? {};
    return failure(refuseUnfit({ path, expected: 'the one asked for' }, method));
  }
  const printed = operation.answer.print(body, askedQuery.hidden, values);
  if (printed.ok) return success({ headers, printed: printed.value });
  return failure({ ...refuseUnfit(printed.failure, method), executed: method !== 'GET' });
}

type ReadResource = NonNullable<Awaited<ReturnType<typeof readResource>>>;

/** Reads the resource of a write in its present state. Returns undefined if that gives no v1 answer. */
async function readResource({ upstream }: CallParts, task: Task, madeId: string | undefined) {
  const { operation, values, context } = task;
  const path = operation.v2.resource?.(values, madeId);
  if (path === undefined) return undefined;
  const outcome = await callUpstream(upstream, context, { method: 'GET', path });
  const received = readAnswer(outcome, { method: 'GET' });
  if (!received.ok) return undefined;
  const shownAnswer = translateAnswer(task, received.value, operation.v2.id?.(values) ?? madeId);
  return shownAnswer.ok ? { performed: shownAnswer.value, body: received.value.body } : undefined;
}

interface Called {
  readonly shownAnswer: Result<V1Success, Refusal>;
  readonly body?: Json;
  readonly isPending?: boolean | undefined;
}

async function callV2({ upstream, checkState }: CallParts, task: Task): Promise<Called> {
  const { operation, values, outgoing, context, askedQuery } = task;
  const { v2, refusal, calls } = operation;
  const { method, unread } = v2;
  const body = outgoing.json && writeJson(outgoing.json);
  const { conditions, check } = checkState(task);
  const path = v2.path(values) + (askedQuery.sent === undefined ? '' : `?${askedQuery.sent}`);
  const first = callUpstream(upstream, context, { method, path, body, conditions });
  const further = calls && beginFurther(upstream, task, calls);
  const outcome = await first;
  const { state, isUnmodified } = check(outcome);
  if (isUnmodified)
    return { shownAnswer: success({ headers: { ...state }, printed: { body: '' }, mark: 'unmodified' }) };
  const alone = readAnswer(outcome, v2, refusal);
  const receivedAnswer = further === undefined ? alone : await further(alone);
  if (!receivedAnswer.ok) return { shownAnswer: receivedAnswer };
  const { body: answerBody, isPending } = receivedAnswer.value;
  if (unread === undefined) context.watch(`${method} ${v2.template}`, answerBody);
  const shownParts = {
    headers: addHeaders(state ?? receivedAnswer.value.headers, outcome, operation.headers),
    body: answerBody,
  };
  return { shownAnswer: translateAnswer(task, shownParts, v2.id?.(values)), body: answerBody, isPending };
}

/** Marks a write's answer `unshown` if the read resource has other values. Those that v2 does not show prove nothing. */
function markIfRefuted({ operation, values, outgoing }: Task, { performed, body }: ReadResource): V1Success {
  const data = dataOf(body);
  if (!isJsonObject(data)) return performed;
  const isSame = operation.unchanged?.(data, operation.v2.path(values), outgoing.json, { mayBeHidden: true });
  return isSame === false ? { ...performed, mark: 'unshown' } : performed;
}

/** Reads the resource of an acknowledged write, even when the client disconnects: the read belongs to the write. */
function readAfterWrite(callParts: CallParts, task: Task, body: Json | undefined) {
  const lasting = { ...task, context: detachContext(task.context, task.context.deadlineAt) };
  return readResource(callParts, lasting, body === undefined ? undefined : idIn(task.operation, body));
}

/** Answers a write that v2 has acknowledged by another answer: from a read of the resource, or with a message. */
async function answerAcknowledged(
  callParts: CallParts,
  task: Task,
  refusal: Refusal,
  body: Json | undefined,
): Promise<Result<V1Success, Refusal>> {
  const { operation, context } = task;
  const readResult = await readAfterWrite(callParts, task, body);
  if (readResult !== undefined) {
    await callParts.learn(operation, context.caller, readResult.body);
    return success(markIfRefuted(task, readResult));
  }
  const { acknowledgement } = operation;
  if (acknowledgement === undefined) return failure(refusal);
  const acknowledged = { body: writeJson({ message: acknowledgement }), data: 'null' };
  return success({ headers: refusal.headers ?? {}, printed: acknowledged });
}

/** Answers an acknowledged write, after a read if v2 has only promised it (202) or did not show all of it. */
async function completeAnswer(
  callParts: CallParts,
  task: Task,
  shownAnswer: V1Success,
  { body = null, isPending = false }: Called,
): Promise<V1Success> {
  const { operation, context } = task;
  const needsRead = isPending || operation.answer.lacksSource?.(body) === true;
  const readResult = needsRead ? await readAfterWrite(callParts, task, body) : undefined;
  const latestAnswer = readResult ?? { performed: shownAnswer, body };
  await callParts.learn(operation, context.caller, latestAnswer.body);
  return isPending ? markIfRefuted(task, latestAnswer) : latestAnswer.performed;
}

/** Answers a write that v2's limit refuses and that would change nothing. Returns undefined if it would. */
async function answerUnchanged(callParts: CallParts, task: Task): Promise<V1Success | undefined> {
  const { operation, values, outgoing } = task;
  const { v2, unchanged } = operation;
  if (unchanged === undefined) return undefined;
  const readResult = await readResource(callParts, task, undefined);
  const data = readResult && dataOf(readResult.body);
  const isSame = isJsonObject(data) && unchanged(data, v2.path(values), outgoing.json);
  return readResult && isSame ? { ...readResult.performed, mark: 'unchanged' } : undefined;
}

/** Recognizes a refusal of more writes to this resource. A bulk change stops if it does not say whose limit it is. */
const isUsedUp = ({ code, headers = {} }: Refusal, { each }: Operation): boolean =>
  code === 'rateLimited' && (each === undefined ? isMaybeResourceLimit(headers) : isResourceLimit(headers));

/** Answers a refused task if v2 has acknowledged the write all the same, or its limit refuses one that changes nothing. */
async function answerAfterRefusal(
  callParts: CallParts,
  task: Task,
  { failure: refusal }: Extract<Called['shownAnswer'], { ok: false }>,
  body: Json | undefined,
): Promise<Result<V1Success, Refusal>> {
  if (refusal.executed === true) return answerAcknowledged(callParts, task, refusal, body);
  const asIs =
    callParts.answersUnchanged && isUsedUp(refusal, task.operation)
      ? await answerUnchanged(callParts, task)
      : undefined;
  return asIs === undefined ? failure(refusal) : success(asIs);
}

/** Makes the one v2 call of a task. A read follows a write that v2 acknowledges without v1's values, or limits. */
export async function callAndTranslate(
  callParts: CallParts,
  task: Task,
): Promise<Result<V1Success, Refusal>> {
  const called = await callV2(callParts, task);
  const { shownAnswer, body } = called;
  if (!shownAnswer.ok) return answerAfterRefusal(callParts, task, shownAnswer, body);
  if (task.operation.v2.method === 'GET' || body === undefined) return shownAnswer;
  return success(await completeAnswer(callParts, task, shownAnswer.value, called));
}

import { type ProblemCode, problems } from '../problems';
import { isResourceLimit, readRetryAfter } from '../rateLimits';
import { failurePhase, type ListCalls, type Refusal, type SuccessMark, type UnsettledCall } from '../refusal';
import type { BulkCalls } from '../../mapping/compile/compiledOperation';
import { failure, type Result, success } from '../../contract/result';
import { writeJson } from '../../mapping/translate/exactJson';
import { summarize } from '../../mapping/translate/validationErrors';
import { callAndTranslate, type CallParts } from '../translatedCall';
import type { Clock } from '../../contract/clock';
import { runInParallel } from './inParallel';
import type { V1Success, Task } from '../gateway';

const stopping: readonly ProblemCode[] = ['unauthenticated', 'rateLimited', 'overloaded', 'upstreamBusy'];

/** Recognizes a refusal that the next call would meet too. */
const isStopping = ({ code, headers = {} }: Refusal): boolean =>
  stopping.includes(code) && !(code === 'rateLimited' && isResourceLimit(headers));

interface Failed {
  /** Its place in the v1 body, e.g. `accounts.1`. */
  readonly field: string;
  readonly id: string;
  readonly refusal: Refusal;
}

/** Codes of refusals of one id. For the request that names the id in its body they are validation errors. */
const ofOneId: readonly ProblemCode[] = ['badRequest', 'forbidden', 'notFound', 'conflict', 'invalid'];

const refuseWhole = (refusal: Refusal): Refusal =>
  ofOneId.includes(refusal.code) ? { ...refusal, code: 'invalid' } : refusal;

/** Returns the longest named pause (s) before a retry as a header. Returns no header if no refusal names a pause. */
function longestRetryAfter(failed: readonly Failed[]): Readonly<Record<string, string>> {
  const pauses = failed.map(({ refusal }) => Number(refusal.headers?.['retry-after']));
  const longest = Math.max(...pauses.filter((pause) => pause > 0));
  return Number.isFinite(longest) ? { 'retry-after': String(longest) } : {};
}

/**
 * Lists the failed ids and the reasons in the shape of a v1 validation error. The status is 422 as long as only single
 * ids were refused, else that of the worst refusal. Ids that v2 does not have are refused in v1's words.
 */
function refuseSome(failed: readonly Failed[], total: number): Refusal {
  const isForbidden = failed.length === total && failed.every(({ refusal }) => refusal.code === 'forbidden');
  const refusals = failed.map(({ refusal }) => (isForbidden ? refusal : refuseWhole(refusal)));
  const [worst = { code: 'internal' }] = refusals.toSorted(
    (refusal, next) => problems[next.code].status - problems[refusal.code].status,
  );
  const isNone = failed.length === total && failed.every(({ refusal }) => refusal.code === 'notFound');
  const errorOf = ({ field, id, refusal }: Failed): string =>
    isNone
      ? `The selected ${field} is invalid.`
      : `${id}: ${refusal.validation?.message ?? refusal.text ?? problems[refusal.code].message}`;
  const errors = Object.fromEntries(failed.map((entry) => [entry.field, [errorOf(entry)]]));
  const message = isNone ? summarize(errors) : `${failed.length} of ${total} could not be changed.`;
  const ambiguous = failed.some(({ refusal }) => refusal.ambiguous === true);
  return {
    ...worst,
    headers: { ...worst.headers, ...longestRetryAfter(failed) },
    detail: `${failed.length} of ${total} failed, the worst: ${worst.detail ?? worst.code}`,
    partly: failed.length < total || ambiguous,
    ambiguous,
    executed: false,
    validation: { message, errors },
  };
}

export interface EachParts extends CallParts {
  readonly clock: Clock;
  readonly reconcile: ListCalls;
  readonly mostChanges: number;
}

/** Calls under way at the same time: a bulk request must not take the whole pool from others. */
const MAX_CALLS = 4;

/** Shortest pause (ms) before a refused call is made again, and shortest time (ms) that must be left for it. */
const MIN_PAUSE_MS = 1_000;
const DEADLINE_ROOM_MS = 1_000;

const unshownWrite: Refusal = { code: 'upstreamUnfit', ambiguous: true };
const tooLate: Refusal = { code: 'upstreamTimeout', detail: 'not tried before the deadline' };

/** Refuses the whole request: of a list too long for any deadline, a part would be done that nobody has chosen. */
function refuseTooMany(member: string, most: number): Refusal {
  const message = `The ${member} field must not have more than ${most} items.`;
  return { code: 'invalid', validation: { message, errors: { [member]: [message] } } };
}

function unsettledCall({ operation, values, context }: Task, refusal: Refusal): UnsettledCall {
  return {
    requestId: context.id,
    resource: operation.resource,
    operation: operation.name,
    method: operation.v2.method,
    path: operation.v2.path(values),
    problem: refusal.code,
    ambiguous: refusal.ambiguous === true,
    executed: refusal.executed === true,
    caller: context.caller.fingerprint,
  };
}

/** Returns the instant (steady ms) from which a refused call may be repeated. Returns undefined if it may not. */
function retryInstant({ code, headers = {} }: Refusal, { now, steady }: Clock): number | undefined {
  const pause = headers['retry-after'];
  if (code !== 'rateLimited' || pause === undefined) return undefined;
  return steady() + Math.max(MIN_PAUSE_MS, readRetryAfter(pause, now()));
}

/**
 * Creates the changes of one request, each once. A 429 has executed nothing, so the call is made again when v2 allows it,
 * if the deadline leaves time. After a refusal that would meet all other calls too, nothing more is sent.
 */
function createChange(changeParts: EachParts, task: Task, fills: string) {
  const { clock } = changeParts;
  const { deadlineAt } = task.context;
  const unsettled: UnsettledCall[] = [];
  let stoppingRefusal: Refusal | undefined;
  let nextCallAt = 0;

  const waitUntil = (instant: number): Promise<void> | undefined => {
    const wait = instant - clock.steady();
    return wait <= 0 ? undefined : new Promise((resolve) => clock.schedule(wait, resolve));
  };
  const tryOnce = async (idTask: Task): Promise<Result<V1Success, Refusal>> => {
    await waitUntil(nextCallAt);
    const late = clock.steady() >= deadlineAt ? tooLate : undefined;
    const refusal = stoppingRefusal ?? late;
    return refusal === undefined ? callAndTranslate(changeParts, idTask) : failure(refusal);
  };
  /** Makes the change of one id. After a 429 it waits as v2 asks and tries again, while the deadline leaves time. */
  const changeOne = async (id: string): Promise<Result<V1Success, Refusal>> => {
    const idTask = { ...task, values: { ...task.values, [fills]: id } };
    for (;;) {
      const outcome = await tryOnce(idTask);
      if (outcome.ok) {
        if (outcome.value.mark === 'unshown') unsettled.push(unsettledCall(idTask, unshownWrite));
        return outcome;
      }
      const retryAt = stoppingRefusal === undefined ? retryInstant(outcome.failure, clock) : undefined;
      const meetsAllCalls = isStopping(outcome.failure);
      if (retryAt === undefined || retryAt > deadlineAt - DEADLINE_ROOM_MS) {
        // It refuses the ids that were not tried, and of those nothing was executed.
        if (meetsAllCalls) stoppingRefusal ??= { ...outcome.failure, ambiguous: false };
        unsettled.push(unsettledCall(idTask, outcome.failure));
        return outcome;
      }
      if (meetsAllCalls) nextCallAt = Math.max(nextCallAt, retryAt);
      await waitUntil(retryAt);
    }
  };
  return { changeOne, unsettled };
}

/** Returns the mark of the whole change: unshown if one part is, unchanged if all parts are. */
function sharedMark(done: readonly V1Success[]): SuccessMark | undefined {
  if (done.some(({ mark }) => mark === 'unshown')) return 'unshown';
  return done.length > 0 && done.every(({ mark }) => mark === 'unchanged') ? 'unchanged' : undefined;
}

/** Combines the outcomes of the single changes in the order of the request. */
function combineOutcomes(
  ids: readonly string[],
  outcomes: ReadonlyMap<string, Result<V1Success, Refusal>>,
  { member, message }: BulkCalls,
): Result<V1Success, Refusal> {
  const successes: V1Success[] = [];
  const failed: Failed[] = [];
  for (const [index, id] of ids.entries()) {
    const outcome = outcomes.get(id);
    if (outcome?.ok === true) successes.push(outcome.value);
    else if (outcome !== undefined)
      failed.push({ field: `${member}.${index}`, id, refusal: outcome.failure });
  }
  if (failed.length > 0) return failure(refuseSome(failed, ids.length));
  const data = `[${successes.map(({ printed }) => printed.data).join(',')}]`;
  const printed = { body: `{"message":${writeJson(message)},"data":${data}}`, data };
  return success({ headers: successes.at(-1)?.headers ?? {}, printed, mark: sharedMark(successes) });
}

/** Makes one v2 call for each id, several at a time. Unless all succeed, the answer names the failed ids. */
export async function changeEach(
  changeParts: EachParts,
  task: Task,
  each: BulkCalls,
): Promise<Result<V1Success, Refusal>> {
  const ids = task.outgoing.ids ?? [];
  const distinct = [...new Set(ids)];
  if (distinct.length > changeParts.mostChanges)
    return failure(refuseTooMany(each.member, changeParts.mostChanges));
  const { changeOne, unsettled } = createChange(changeParts, task, each.fills);
  const changed = await runInParallel(distinct, MAX_CALLS, async (id) => [id, await changeOne(id)] as const);
  const assembled = combineOutcomes(ids, new Map(changed), each);
  // A request that was not begun leaves nothing unsettled: v1, or the client, makes all of it again.
  const isBegun = assembled.ok || failurePhase(assembled.failure, unsettled.length) !== 'unsent';
  if (unsettled.length > 0 && isBegun) await changeParts.reconcile(unsettled);
  return assembled;
}

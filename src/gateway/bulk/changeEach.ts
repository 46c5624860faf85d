import type { Each } from '../../mapping/operation';
import { failure, type Result, success } from '../../translation/result';
import { writeJson } from '../../translation/writeJson';
import { callOnce, type CallParts } from '../callOnce';
import type { Clock } from '../clock';
import { failurePhase } from '../failurePhase';
import { inParallel } from '../inParallel';
import { isStopping } from './isStopping';
import type { Refusal } from '../refusal';
import type { Performed, Task } from '../task';
import type { Reconcile, Unsettled } from '../unsettled';
import { refuseSome } from './refuseSome';

/** What a change of several goes through. */
export interface EachParts extends CallParts {
  readonly clock: Clock;
  readonly reconcile: Reconcile;
  /** Most ids that one request may name. */
  readonly mostChanges: number;
}

/** Calls that are under way at the same time: a bulk request must not take the pool from everyone else. */
const WIDTH = 4;

const tooLate: Refusal = { code: 'upstreamTimeout', detail: 'not tried before the deadline' };

/** Refused whole: of a list that no deadline is long enough for, a part would be done, which one nobody had chosen. */
function tooMany(member: string, most: number): Refusal {
  const message = `The ${member} field must not have more than ${most} items.`;
  return { code: 'invalid', validation: { message, errors: { [member]: [message] } } };
}

/** What is left to be done for one id. */
function leftOf({ operation, values, errand }: Task, refusal: Refusal): Unsettled {
  return {
    requestId: errand.requestId,
    resource: operation.resource,
    operation: operation.name,
    method: operation.v2.method,
    path: operation.v2.path(values),
    problem: refusal.code,
    ambiguous: refusal.ambiguous === true,
    caller: errand.caller.fingerprint,
  };
}

/**
 * Makes one v2 call for each id, several at a time, each id once. When all go well the answer lists them in the order
 * of the request; otherwise it names those that failed, and the rest are done. After a refusal that would meet all
 * others too, such as a used up rate limit, nothing more is sent.
 */
export async function changeEach(
  parts: EachParts,
  task: Task,
  { member, fills, message }: Each,
): Promise<Result<Performed, Refusal>> {
  const { errand, outgoing, values } = task;
  const ids = outgoing.ids ?? [];
  const distinct = [...new Set(ids)];
  if (distinct.length > parts.mostChanges) return failure(tooMany(member, parts.mostChanges));
  const left: Unsettled[] = [];
  let stopped: Refusal | undefined;
  const change = async (id: string): Promise<Result<Performed, Refusal>> => {
    const one = { ...task, values: { ...values, [fills]: id } };
    const late = parts.clock.steady() >= errand.deadlineAt ? tooLate : undefined;
    const instead = stopped ?? late;
    const outcome = instead === undefined ? await callOnce(parts, one) : failure(instead);
    if (outcome.ok) return outcome;
    if (isStopping(outcome.failure)) stopped ??= { ...outcome.failure, ambiguous: false };
    left.push(leftOf(one, outcome.failure));
    return outcome;
  };
  const changed = await inParallel(distinct, WIDTH, change);
  const outcomes = new Map(distinct.map((id, place) => [id, changed[place]]));
  const envelopes: string[] = [];
  let headers: Performed['headers'] = {};
  const failed: { readonly field: string; readonly id: string; readonly refusal: Refusal }[] = [];
  for (const [place, id] of ids.entries()) {
    const outcome = outcomes.get(id);
    if (outcome?.ok === true) {
      headers = outcome.value.headers;
      envelopes.push(outcome.value.printed.data);
    } else if (outcome !== undefined) {
      failed.push({ field: `${member}.${place}`, id, refusal: outcome.failure });
    }
  }
  if (failed.length > 0) {
    const refusal = refuseSome(failed, ids.length);
    // Of what was not begun nothing is left over: all of it is done by v1, or again by the client.
    if (failurePhase(refusal, left.length) !== 'unsent') await parts.reconcile(left);
    return failure(refusal);
  }
  const data = `[${envelopes.join(',')}]`;
  return success({ headers, printed: { body: `{"message":${writeJson(message)},"data":${data}}`, data } });
}

import { dataOf } from '../contract/dataOf';
import { isJsonObject, type Json } from '../contract/json';
import { failure, type Result, success } from '../translation/result';
import { writeJson } from '../translation/writeJson';
import { callUpstream } from './callUpstream';
import type { Learn } from './lookup/createLearn';
import { receive, unfit } from './receive';
import type { Refusal } from './refusal';
import type { Performed, Task } from './task';
import type { Upstream } from './upstream';

/** What a call goes through. */
export interface CallParts {
  readonly upstream: Upstream;
  readonly learn: Learn;
}

const anotherOne = { path: 'data.id', expected: 'the one asked for' };

/** True for an answer about another resource than the one that the call was for. */
function isAnother(body: Json, { operation, values }: Task): boolean {
  const asked = operation.v2.id?.(values);
  const data = dataOf(body);
  const id = isJsonObject(data) ? data['id'] : undefined;
  return asked !== undefined && typeof id === 'number' && String(id) !== asked;
}

/** Makes the one v2 call of a task and translates its answer. */
export async function callOnce(
  { upstream, learn }: CallParts,
  task: Task,
): Promise<Result<Performed, Refusal>> {
  const { operation, values, asked, outgoing, errand } = task;
  const { v2, refusal } = operation;
  const json = outgoing.json === undefined ? {} : { body: writeJson(outgoing.json) };
  const call = { method: v2.method, path: v2.path(values), ...json };
  const received = receive(await callUpstream(upstream, errand, call), { ...v2, refusal });
  if (!received.ok) return received;
  const { headers, body } = received.value;
  if (v2.unread === undefined) errand.watch(`${v2.method} ${v2.template}`, body);
  if (isAnother(body, task)) return failure(unfit(anotherOne, v2.method));
  const printed = operation.answer.print(body, asked.hidden);
  if (!printed.ok) return failure(unfit(printed.failure, v2.method));
  if (v2.method !== 'GET') await learn(operation, errand.caller, body);
  return success({ headers, printed: printed.value });
}

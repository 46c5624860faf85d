import { failure, type Result, success } from '../translation/result';
import { changeEach, type EachParts } from './bulk/changeEach';
import { callOnce } from './callOnce';
import { addNames } from './list/addNames';
import { assemblePage, type ListParts } from './list/assemblePage';
import type { Find } from './lookup/createLookup';
import { unfit } from './receive';
import type { Refusal } from './refusal';
import type { Performed, Task } from './task';

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
  const performed = (await lookUp(parts.find, task)) ?? (await callOnce(parts, task));
  if (performed.ok) return performed;
  const { failure: refusal } = performed;
  if (refusal.code !== 'notFound' || operation.namesKnown === undefined) return performed;
  return failure(await addNames(parts.upstream, errand, refusal, operation.namesKnown));
}

/** Makes the v2 calls of a task, however many, and translates what they answer. */
export function perform(parts: PerformParts, task: Task): Promise<Result<Performed, Refusal>> {
  const { list, each } = task.operation;
  if (list !== undefined) return assemblePage(parts, task, list);
  return each === undefined ? performOne(parts, task) : changeEach(parts, task, each);
}

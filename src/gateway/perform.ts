import { failure, type Result, success } from '../contract/result';
import type { Performed, Task } from './gateway';
import { addNames, assemblePage, type ListParts } from './lists/assemblePage';
import { changeEach, type EachParts } from './lists/bulkChanges';
import type { Find } from './lookup/findResource';
import { unfit } from './receive';
import type { Refusal } from './refusal';
import { callAndTranslate } from './translatedCall';

/** Parts of perform. */
export interface PerformParts extends EachParts, ListParts {
  readonly find: Find;
}

async function lookUp(find: Find, task: Task): Promise<Result<Performed, Refusal> | undefined> {
  const { operation, values, asked, context } = task;
  const { v2, lookup } = operation;
  if (lookup === undefined) return undefined;
  const received = await find({ v2, lookup, parameters: values, context });
  if (!received.ok) return received;
  const printed = operation.answer.print(received.value.body, asked.hidden);
  if (!printed.ok) return failure(unfit(printed.failure, v2.method));
  return success({ headers: received.value.headers, printed: printed.value });
}

async function performOne(parts: PerformParts, task: Task): Promise<Result<Performed, Refusal>> {
  const { operation, context } = task;
  const performed = (await lookUp(parts.find, task)) ?? (await callAndTranslate(parts, task));
  if (performed.ok) return performed;
  const { failure: refusal } = performed;
  if (refusal.code !== 'notFound' || operation.namesKnown === undefined) return performed;
  return failure(await addNames(parts.upstream, context, refusal, operation.namesKnown));
}

/** Makes the v2 calls of a task, however many, and translates what they answer. */
export function perform(parts: PerformParts, task: Task): Promise<Result<Performed, Refusal>> {
  const { list, each } = task.operation;
  if (list !== undefined) return assemblePage(parts, task, list);
  return each === undefined ? performOne(parts, task) : changeEach(parts, task, each);
}

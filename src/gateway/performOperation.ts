import { failure, type Result, success } from '../contract/result';
import type { Operation } from '../mapping/compile/compiledOperation';
import type { Performed, Task } from './gateway';
import { addNames, assemblePage, type ListParts } from './lists/assemblePage';
import { changeEach, type EachParts } from './lists/bulkChanges';
import type { Find } from './lookup/findResource';
import { unfit } from './receiveAnswer';
import type { Refusal } from './refusal';
import { callAndTranslate } from './translatedCall';

/** Parts of perform. */
export interface PerformParts extends EachParts, ListParts {
  readonly find: Find;
}

async function lookUp(
  find: Find,
  { operation, values, askedQuery, context }: Task,
  lookup: NonNullable<Operation['lookup']>,
): Promise<Result<Performed, Refusal>> {
  const { v2, answer } = operation;
  const received = await find({ v2, lookup, parameters: values, context });
  if (!received.ok) return received;
  const printed = answer.print(received.value.body, askedQuery.hidden);
  if (!printed.ok) return failure(unfit(printed.failure, v2.method));
  return success({ headers: received.value.headers, printed: printed.value });
}

/** Makes the v2 calls of a task and translates their answers. */
export async function perform(performParts: PerformParts, task: Task): Promise<Result<Performed, Refusal>> {
  const { list, each, lookup, namesKnown } = task.operation;
  if (list !== undefined) return assemblePage(performParts, task, list);
  if (each !== undefined) return changeEach(performParts, task, each);
  const performed = await (lookup === undefined
    ? callAndTranslate(performParts, task)
    : lookUp(performParts.find, task, lookup));
  if (namesKnown === undefined || performed.ok || performed.failure.code !== 'notFound') return performed;
  return failure(await addNames(performParts.upstream, task.context, performed.failure, namesKnown));
}

import { dataOf, isJsonObject, type Json, type JsonObject } from '../contract/json';
import { failure, type Result, success } from '../contract/result';
import { withAnswers } from '../mapping/compile/calls/calledContracts';
import type { FurtherCall } from '../mapping/compile/calls/furtherCall';
import { Mismatch } from '../mapping/translate/madeValue';
import type { Task } from './gateway';
import type { ProblemCode } from './problems';
import { isRefusal, readAnswer, type ReceivedAnswer, refuseUnfit } from './receiveAnswer';
import type { Refusal } from './refusal';
import { callUpstream, type Upstream } from './upstream';

/** The answer of a further call under its name. It is empty if the mapping leaves it out. */
type Beside = Result<JsonObject, Refusal>;

/** Refusals of a further call that are about the client or its key; no other is about what the client asked for. */
const passedOn: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'rateLimited'];

function refusalOf({ text: _, ...refusal }: Refusal, isRefused: boolean, noObject: Mismatch): Refusal {
  if (isRefused && !passedOn.includes(refusal.code)) return refuseUnfit(noObject, 'GET');
  return { ...refusal, detail: `${noObject.path}: ${refusal.detail ?? refusal.code}` };
}

/** Finds what makes an answer useless: another id than its path asks for, or no value of a member that is needed. */
function findMisfit({ id, needed }: FurtherCall, data: JsonObject, path: string): Mismatch | undefined {
  const answered = id?.read(data);
  if (answered !== undefined && path.split('/').at(-1) !== encodeURIComponent(answered)) return id?.other;
  return needed.find(([member]) => (data[member] ?? null) === null)?.[1];
}

/** Makes a further call. Passes on neither v2's words about it nor a refusal that the client has not caused. */
async function callFurther(
  upstream: Upstream,
  task: Task,
  call: FurtherCall,
  firstAnswer: Json,
): Promise<Beside> {
  const { name, contract, noObject, mayBeAbsent } = call;
  const path = call.path(task.values, firstAnswer);
  if (path instanceof Mismatch) return failure(refuseUnfit(path, 'GET'));
  if (path === undefined) return success({});
  const outcome = await callUpstream(upstream, task.context, { method: 'GET', path, resource: contract });
  const receivedAnswer = readAnswer(outcome, { method: 'GET' });
  if (receivedAnswer.ok) {
    const data = dataOf(receivedAnswer.value.body);
    if (!isJsonObject(data)) return failure(refuseUnfit(noObject, 'GET'));
    const wrong = findMisfit(call, data, path);
    return wrong === undefined ? success({ [name]: data }) : failure(refuseUnfit(wrong, 'GET'));
  }
  if (receivedAnswer.failure.code === 'notFound' && mayBeAbsent) return success({});
  const isRefused = outcome.ok && isRefusal(outcome.value.status);
  return failure(refusalOf(receivedAnswer.failure, isRefused, noObject));
}

/**
 * Begins the further calls of a task that need not wait for the first answer. The returned function makes the others
 * and puts all answers beside the first one. The first refusal is the refusal of the whole.
 */
export function beginFurther(upstream: Upstream, task: Task, all: readonly FurtherCall[]) {
  const makeCall = (further: FurtherCall, firstAnswer: Json) =>
    callFurther(upstream, task, further, firstAnswer);
  const begunCalls = new Map(
    all.flatMap((further) => (further.fields.length === 0 ? [[further, makeCall(further, null)]] : [])),
  );
  return async (firstResult: Result<ReceivedAnswer, Refusal>): Promise<Result<ReceivedAnswer, Refusal>> => {
    const refused = (await Promise.all(begunCalls.values())).find(({ ok }) => !ok);
    if (!firstResult.ok) return firstResult;
    if (refused?.ok === false) return refused;
    const { body } = firstResult.value;
    const outcomes = await Promise.all(
      all.map((further) => begunCalls.get(further) ?? makeCall(further, body)),
    );
    const answers: JsonObject = {};
    for (const outcome of outcomes) {
      if (!outcome.ok) return outcome;
      Object.assign(answers, outcome.value);
    }
    return success({ ...firstResult.value, body: withAnswers(body, answers) });
  };
}

import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Operation } from '../../mapping/compile/compiledOperation';
import { readJson } from '../../mapping/translate/exactJson';
import type { Mismatch } from '../../mapping/translate/madeValue';
import { type Result, success } from '../../contract/result';
import { explainAnswer, type Explanation } from '../../mapping/explain/explanation';
import { unfit } from '../receiveAnswer';
import { explainedRefusal, explainMembers, explainRoute, type Subject, withheldBy } from './explainSubject';

/** Translates an answer of v2 without its request: a list item by item, everything else as a whole. */
function translateGiven(
  { list, answer }: Operation,
  body: Json,
  withheld: readonly string[],
): Result<JsonObject, Mismatch> {
  const parsed = (text: string): Json => {
    const read = readJson(text, 'drop');
    return read.ok ? read.value : null;
  };
  const data = dataOf(body);
  if (list === undefined || !Array.isArray(data)) {
    const printed = answer.print(body, withheld);
    if (!printed.ok) return printed;
    const whole = parsed(printed.value.body);
    return success(isJsonObject(whole) ? whole : {});
  }
  const envelopes: Json[] = [];
  for (const item of data) {
    const printed = answer.print({ data: item }, withheld);
    if (!printed.ok) return printed;
    envelopes.push(parsed(printed.value.data));
  }
  return success({ data: envelopes });
}

/** Explains a v2 answer that is given as a value, or only the request; `item` is the list item to show, from 1. */
export function explainOffline(subject: Subject, body: Json | undefined, item: number): Explanation {
  const { route, resource, resolved } = subject;
  const { v2 } = route.operation;
  const { members, refusal } = explainMembers(subject);
  const common = {
    route: explainRoute(subject),
    stage: body === undefined ? 'nothing is sent' : 'v2: the answer was given, nothing is sent',
    calls: [],
    members,
  };
  if (refusal !== undefined) return { ...common, answer: explainedRefusal(refusal), attributes: [] };
  if (body === undefined) return { ...common, attributes: [] };
  const withheld = withheldBy(route);
  const v1 = translateGiven(route.operation, body, withheld);
  if (!v1.ok) {
    return { ...common, answer: explainedRefusal(unfit(v1.failure, v2.method)), attributes: [] };
  }
  const answered = { v1: v1.value, v2: [body], withheld, item };
  return {
    ...common,
    answer: { status: route.operation.v1.success },
    ...explainAnswer(resource, resolved, answered),
  };
}

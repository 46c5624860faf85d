import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { Mismatch } from '../../mapping/translate/madeValue';
import { type Result, success } from '../../contract/result';
import { explainAnswer, type Explanation } from '../../mapping/explain/explanation';
import { unfit } from '../receiveAnswer';
import { explainedRefusal, explainMembers, explainRoute, type Subject, withheldBy } from './explainSubject';

/** Sets to null the attributes of an envelope that the client did not ask for. */
function hideAttributes(envelope: Json | undefined, hidden: readonly string[]): Json | undefined {
  if (hidden.length === 0 || !isJsonObject(envelope) || !isJsonObject(envelope['attributes']))
    return envelope;
  const nothing = Object.fromEntries(hidden.map((name) => [name, null]));
  return { ...envelope, attributes: { ...envelope['attributes'], ...nothing } };
}

function translateItems(operation: Operation, items: readonly Json[]): Result<Json[], Mismatch> {
  const translated: Json[] = [];
  for (const item of items) {
    const element = operation.answer.read({ data: item });
    if (!element.ok) return element;
    translated.push(element.value['data'] ?? null);
  }
  return success(translated);
}

/** Translates an answer of v2 without its request: a list item by item, everything else as a whole. */
function translateGiven(
  operation: Operation,
  body: Json,
  withheld: readonly string[],
): Result<JsonObject, Mismatch> {
  const data = dataOf(body);
  if (operation.list !== undefined && Array.isArray(data)) {
    const items = translateItems(operation, data);
    if (!items.ok) return items;
    return success({ data: items.value.map((item) => hideAttributes(item, withheld) ?? null) });
  }
  const translated = operation.answer.read(body);
  if (!translated.ok) return translated;
  const shownAttributes = hideAttributes(translated.value['data'], withheld);
  return success(
    shownAttributes === undefined ? translated.value : { ...translated.value, data: shownAttributes },
  );
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

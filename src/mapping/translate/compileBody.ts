import { eachElement, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Codec, elementNotation, misfit } from '../codecs/codec';
import { failure, type Result, success } from '../../contract/result';
import { type BodyRule, steps, valueAt } from './translationRule';

/** Outcome of a written value; the failure is the v1 path of a value that its codec cannot carry over. */
type Written = Result<undefined, string>;

/** A v2 body in the making. */
interface Target {
  readonly body: JsonObject;
  /** Objects of the body that were made here; any other object may be the client's. */
  readonly made: JsonObject[];
}

function objectIn({ made: madeObjects }: Target, outer: JsonObject, name: string): JsonObject {
  const existing = outer[name];
  if (isJsonObject(existing) && madeObjects.includes(existing)) return existing;
  const inner = isJsonObject(existing) ? { ...existing } : {};
  outer[name] = inner;
  madeObjects.push(inner);
  return inner;
}

function put(target: Target, path: readonly string[], value: Json): void {
  const last = path.length - 1;
  let object = target.body;
  for (let index = 0; index < last; index += 1) object = objectIn(target, object, path[index] ?? '');
  object[path[last] ?? ''] = value;
}

const done: Written = success(undefined);

function writeValue(rule: BodyRule, value: Json, target: Target): Written {
  if (value === null) {
    if (rule.onNull !== 'omit') put(target, rule.target, null);
    return done;
  }
  if (rule.kind === 'object') {
    if (!isJsonObject(value)) return failure(rule.name);
    const written = writeMembers(rule.members, value, target);
    return written.ok ? written : failure(`${rule.name}.${written.failure}`);
  }
  const converted = rule.codec.write(value);
  if (converted === misfit) return failure(rule.name);
  if (converted === undefined) return done;
  const { gathers } = rule.codec;
  put(target, rule.target, gathers?.(valueAt(target.body, steps(rule.target)), converted) ?? converted);
  return done;
}

/** Returns the value for a null or absent member: the rule's stand-in, or else the present value. */
function standIn(rule: BodyRule, body: JsonObject): Json | undefined {
  const spare = rule.kind === 'value' ? rule.standIn : undefined;
  return spare ?? body[rule.name];
}

/** Sorts rules so that a whole object is written before single members are put into it. */
const outerFirst = (rules: readonly BodyRule[]): readonly BodyRule[] =>
  rules.toSorted((rule, nextRule) => rule.target.length - nextRule.target.length);

function writeMembers(rules: readonly BodyRule[], body: JsonObject, target: Target): Written {
  for (const rule of rules) {
    const value = body[rule.name] ?? standIn(rule, body);
    if (value === undefined) continue;
    const written = writeValue(rule, value, target);
    if (!written.ok) return written;
  }
  return done;
}

/**
 * Compiles body rules into one function from a checked v1 body to a v2 body. A member that the client did not send is
 * not sent on. The failure is the v1 path of a value that does not fit.
 */
export function compileBody(rules: readonly BodyRule[]): (body: JsonObject) => Result<JsonObject, string> {
  const ordered = outerFirst(rules);
  return (body) => {
    const target: Target = { body: {}, made: [] };
    const written = writeMembers(ordered, body, target);
    return written.ok ? success(target.body) : written;
  };
}

/** Makes the codec of a body rule with `each`, which writes a list or map of objects; it never reads one back. */
export function writtenElements(rules: readonly BodyRule[], keyed: boolean): Codec {
  const convert = compileBody(rules);
  const write = (element: Json): Json | undefined => {
    const converted = isJsonObject(element) ? convert(element) : undefined;
    return converted?.ok === true ? converted.value : undefined;
  };
  return {
    name: 'each',
    exact: false,
    writes: elementNotation,
    fits: () => false,
    read: () => misfit,
    write: (v1) => eachElement(v1, keyed, write) ?? misfit,
  };
}

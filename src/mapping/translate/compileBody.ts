import { convertElements, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Codec, elementNotation, misfit } from '../codecs/codec';
import { failure, type Result, success } from '../../contract/result';
import { type BodyRule, steps, valueAt } from './translationRule';

/** Outcome of a written value; the failure is the v1 path of a value that its codec cannot carry over. */
type WriteOutcome = Result<undefined, string>;

/** A v2 body in the making. */
interface BodyDraft {
  readonly body: JsonObject;
  /** Objects of the body that were made here; any other object may be the client's. */
  readonly createdObjects: JsonObject[];
}

/** Returns the object at a name, which may be changed; the client's own object is copied first. */
function objectIn({ createdObjects }: BodyDraft, outer: JsonObject, name: string): JsonObject {
  const existing = outer[name];
  if (isJsonObject(existing) && createdObjects.includes(existing)) return existing;
  const inner = isJsonObject(existing) ? { ...existing } : {};
  outer[name] = inner;
  createdObjects.push(inner);
  return inner;
}

function putIntoBody(target: BodyDraft, path: readonly string[], value: Json): void {
  const last = path.length - 1;
  let object = target.body;
  for (let index = 0; index < last; index += 1) object = objectIn(target, object, path[index] ?? '');
  object[path[last] ?? ''] = value;
}

const writeSuccess: WriteOutcome = success(undefined);

/** Writes a present value, or a whole body, into a v2 body. */
type Writer<Value> = (value: Value, target: BodyDraft) => WriteOutcome;

function compileObject({ name, members }: BodyRule & { kind: 'object' }): Writer<Json> {
  const writeMembers = compileMembers(members);
  return (value, target) => {
    if (!isJsonObject(value)) return failure(name);
    const outcome = writeMembers(value, target);
    return outcome.ok ? outcome : failure(`${name}.${outcome.failure}`);
  };
}

function compileValue({ name, target: path, codec }: BodyRule & { kind: 'value' }): Writer<Json> {
  return (value, target) => {
    const converted = codec.write(value);
    if (converted === misfit) return failure(name);
    if (converted === undefined) return writeSuccess;
    putIntoBody(target, path, codec.gathers?.(valueAt(target.body, steps(path)), converted) ?? converted);
    return writeSuccess;
  };
}

function compileRule(rule: BodyRule): Writer<Json> {
  const writePresent = rule.kind === 'object' ? compileObject(rule) : compileValue(rule);
  return (value, target) => {
    if (value !== null) return writePresent(value, target);
    if (rule.onNull !== 'omit') putIntoBody(target, rule.target, null);
    return writeSuccess;
  };
}

/** A rule with the names of the groups around its member. */
interface GroupedRule {
  readonly rule: BodyRule;
  readonly groups: readonly string[];
}

/** Lists rules, and those inside groups, whose members stand among the others in v2. */
export const openedGroups = (
  rules: readonly BodyRule[],
  groups: readonly string[] = [],
): readonly GroupedRule[] =>
  rules.flatMap((rule) =>
    rule.kind === 'object' && rule.target.length === 0
      ? openedGroups(rule.members, [...groups, rule.name])
      : [{ rule, groups }],
  );

/** Returns the value that a rule writes: the member of the body, or the stand-in for a null or absent one. */
export function valueFor({ rule, groups }: GroupedRule, body: JsonObject): Json | undefined {
  let object: Json | undefined = body;
  for (const group of groups) object = isJsonObject(object) ? object[group] : undefined;
  const value = isJsonObject(object) ? object[rule.name] : undefined;
  return value ?? (rule.kind === 'value' ? rule.standIn : undefined) ?? value;
}

/** Compiles rules; a whole object is written before single members are put into it. */
function compileMembers(rules: readonly BodyRule[]): Writer<JsonObject> {
  const orderedWriters = openedGroups(rules)
    .toSorted(({ rule }, { rule: nextRule }) => rule.target.length - nextRule.target.length)
    .map((grouped) => ({ grouped, write: compileRule(grouped.rule) }));
  return (body, target) => {
    for (const { grouped, write } of orderedWriters) {
      const value = valueFor(grouped, body);
      if (value === undefined) continue;
      const outcome = write(value, target);
      if (!outcome.ok) return failure([...grouped.groups, outcome.failure].join('.'));
    }
    return writeSuccess;
  };
}

/**
 * Compiles body rules into one function from a checked v1 body to a v2 body. A member that the client did not send is
 * not sent on. The failure is the v1 path of a value that does not fit.
 */
export function compileBody(rules: readonly BodyRule[]): (body: JsonObject) => Result<JsonObject, string> {
  const writeMembers = compileMembers(rules);
  return (body) => {
    const draft: BodyDraft = { body: {}, createdObjects: [] };
    const outcome = writeMembers(body, draft);
    return outcome.ok ? success(draft.body) : outcome;
  };
}

/** Makes the codec of a body rule with `each`, which writes a list or map of objects; it never reads one back. */
export function elementsWriter(rules: readonly BodyRule[], keyed: boolean): Codec {
  const convert = compileBody(rules);
  const writeElement = (element: Json): Json | undefined => {
    const converted = isJsonObject(element) ? convert(element) : undefined;
    return converted?.ok === true ? converted.value : undefined;
  };
  return {
    name: 'each',
    exact: false,
    writes: elementNotation,
    fits: () => false,
    read: () => misfit,
    write: (v1) => convertElements(v1, keyed, writeElement) ?? misfit,
  };
}

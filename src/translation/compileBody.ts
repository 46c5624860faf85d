import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import { misfit } from './codec';
import { failure, type Result, success } from './result';
import type { BodyRule } from './rule';

/** The v1 path of a value that its codec cannot carry over. */
type Written = Result<undefined, string>;

function put(target: JsonObject, path: readonly string[], value: Json): void {
  let object = target;
  path.forEach((name, index) => {
    if (index === path.length - 1) {
      object[name] = value;
      return;
    }
    const existing = object[name];
    const inner = isJsonObject(existing) ? existing : {};
    object[name] = inner;
    object = inner;
  });
}

function writeValue(rule: BodyRule, value: Json, target: JsonObject, path: string): Written {
  if (value === null) {
    put(target, rule.target, null);
    return success(undefined);
  }
  if (rule.kind === 'object') {
    return isJsonObject(value) ? writeMembers(rule.members, value, target, `${path}.`) : failure(path);
  }
  const converted = rule.codec.write(value);
  if (converted === misfit) return failure(path);
  if (converted !== undefined) put(target, rule.target, converted);
  return success(undefined);
}

function writeMembers(
  rules: readonly BodyRule[],
  body: JsonObject,
  target: JsonObject,
  prefix: string,
): Written {
  for (const rule of rules) {
    const value = body[rule.name];
    if (value === undefined) continue;
    const written = writeValue(rule, value, target, prefix + rule.name);
    if (!written.ok) return written;
  }
  return success(undefined);
}

/**
 * Compiles body rules into one function from a checked v1 body to a v2 body.
 * Sparse: a member the client did not send is not sent on. The failure is the v1 path of a value that does not fit.
 */
export function compileBody(rules: readonly BodyRule[]): (body: JsonObject) => Result<JsonObject, string> {
  return (body) => {
    const target: JsonObject = {};
    const written = writeMembers(rules, body, target, '');
    return written.ok ? success(target) : written;
  };
}

import type { Json, JsonObject } from '../contract/json';
import { isJsonObject } from '../contract/json';
import { misfit } from './codec';
import { Mismatch } from './mismatch';
import type { AttributeRule, Missing, Step } from './rule';

/** Reads one attribute; undefined leaves it out, a Mismatch refuses the whole answer. */
type Reader = (source: JsonObject) => Json | undefined | Mismatch;

type Source = (object: JsonObject) => Json | undefined;

function member({ name, alsoNamed }: Step): Source {
  if (alsoNamed === undefined) return (object) => object[name];
  return (object) => object[name] ?? object[alsoNamed];
}

/** Follows a path; a missing or null object on the way makes the value absent or null. */
function follow([first, ...rest]: readonly Step[]): Source {
  if (first === undefined) return (object) => object;
  const step = member(first);
  if (rest.length === 0) return step;
  const onward = follow(rest);
  return (object) => {
    const inner = step(object);
    return isJsonObject(inner) ? onward(inner) : inner === null ? null : undefined;
  };
}

const written = (path: string, source: readonly Step[]): string =>
  [path, ...source.map(({ name }) => name)].join('.');

function outcome(missing: Missing, asIs: null | undefined, mismatch: Mismatch): Json | undefined | Mismatch {
  switch (missing.kind) {
    case 'fail':
      return mismatch;
    case 'pass':
      return asIs;
    case 'default':
      return missing.value;
  }
}

function compileValue(rule: AttributeRule & { kind: 'value' }, path: string): Reader {
  const source = follow(rule.source);
  const mismatch = new Mismatch(written(path, rule.source), rule.codec.name, rule.place);
  const whenNull = outcome(rule.onNull, null, mismatch);
  const whenAbsent = outcome(rule.onAbsent, undefined, mismatch);
  const { read } = rule.codec;
  return (object) => {
    const value = source(object);
    if (value === undefined) return whenAbsent;
    if (value === null) return whenNull;
    const converted = read(value);
    if (converted === misfit) return mismatch;
    return converted === undefined ? whenAbsent : converted;
  };
}

function compileObject(rule: AttributeRule & { kind: 'object' }, path: string): Reader {
  const source = follow(rule.source);
  const at = written(path, rule.source);
  const mismatch = new Mismatch(at, 'object', rule.place);
  const whenNull = outcome(rule.onNull, null, mismatch);
  const members = compileAttributes(rule.members, at);
  return (object) => {
    const value = source(object);
    if (value === null) return whenNull;
    return isJsonObject(value) ? members(value) : mismatch;
  };
}

function compileRule(rule: AttributeRule, path: string): Reader {
  switch (rule.kind) {
    case 'value':
      return compileValue(rule, path);
    case 'object':
      return compileObject(rule, path);
    case 'constant':
      return () => rule.value;
  }
}

/**
 * Compiles attribute rules into one function from a v2 object to the v1 attributes, in the order of the rules.
 * `path` is where the object stands in the answer, for mismatches.
 */
export function compileAttributes(
  rules: readonly AttributeRule[],
  path: string,
): (source: JsonObject) => JsonObject | Mismatch {
  const readers = rules.map((rule) => ({ name: rule.name, read: compileRule(rule, path) }));
  return (source) => {
    const attributes: JsonObject = {};
    for (const { name, read } of readers) {
      const value = read(source);
      if (value instanceof Mismatch) return value;
      if (value !== undefined) attributes[name] = value;
    }
    return attributes;
  };
}

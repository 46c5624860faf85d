import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { compileMade, compileWithout, follow, Mismatch, sourceText } from './madeValue';
import type { AttributeRule } from './translationRule';

/** Makes one attribute of a v2 object; undefined leaves it out, a Mismatch refuses the whole answer. */
type Read = (source: JsonObject) => Json | undefined | Mismatch;

/** Makes the attributes of a v2 object, in the order of the rules; the `hidden` ones are null. */
type ReadAttributes = (source: JsonObject, hidden?: readonly string[]) => JsonObject | Mismatch;

/** Compiles the check whether an object lacks a source for which its rule uses a blank. */
export function compileLacks(rules: readonly AttributeRule[]): (object: JsonObject) => boolean {
  const each = rules.flatMap((rule) => {
    if (rule.kind === 'constant') return [];
    const source = follow(rule.source);
    const isBlank = rule.onAbsent.kind === 'blank';
    const inside = rule.kind === 'object' ? compileLacks(rule.members) : () => false;
    return (object: JsonObject): boolean => {
      const value = source(object);
      return value === undefined ? isBlank : isJsonObject(value) && inside(value);
    };
  });
  return (object) => each.some((lacks) => lacks(object));
}

function compileRule(rule: AttributeRule, path: string): Read {
  if (rule.kind === 'constant') return () => rule.value;
  const source = follow(rule.source);
  if (rule.kind === 'value') {
    const make = compileMade(rule, path);
    return (object) => make(source(object));
  }
  const members = compileAttributes(rule.members, sourceText(path, rule.source));
  const without = compileWithout(rule, path);
  return (object) => {
    const value = source(object);
    return isJsonObject(value) ? members(value) : without(value);
  };
}

/**
 * Compiles attribute rules into a function from a v2 object to the v1 attributes. `path` is where the object stands in
 * the answer, for mismatches.
 */
export function compileAttributes(rules: readonly AttributeRule[], path: string): ReadAttributes {
  const readers = rules.map((rule) => ({ name: rule.name, read: compileRule(rule, path) }));
  return (source, hidden = []) => {
    const attributes: JsonObject = {};
    for (const { name, read } of readers) {
      const value = read(source);
      if (value instanceof Mismatch) return value;
      if (hidden.includes(name)) attributes[name] = null;
      else if (value !== undefined) attributes[name] = value;
    }
    return attributes;
  };
}

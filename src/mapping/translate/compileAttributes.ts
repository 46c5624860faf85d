import { eachElement, elementsOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { compileMade, compileWithout, follow, Mismatch, sourceText } from './madeValue';
import { type Codec, elementNotation, misfit } from '../codecs/codec';
import type { AttributeRule, ElementRules } from './translationRule';

/** Makes one attribute of a v2 object; undefined leaves it out, a Mismatch refuses the whole answer. */
type Read = (source: JsonObject) => Json | undefined | Mismatch;

/** Makes the attributes of a v2 object, in the order of the rules; `hidden` attributes are null. */
type ReadAttributes = (source: JsonObject, hidden?: readonly string[]) => JsonObject | Mismatch;

/** Compiles the check whether an object lacks a source that its rule replaces by a blank. */
export function compileLacks(rules: readonly AttributeRule[]): (object: JsonObject) => boolean {
  const each = rules.flatMap((rule) => {
    if (rule.kind === 'constant') return [];
    const source = follow(rule.source);
    const isBlank = rule.onAbsent.kind === 'blank';
    const inside = compileLacks(rule.kind === 'object' ? rule.members : (rule.each?.rules ?? []));
    const isWithin = (value: Json | undefined) => isJsonObject(value) && inside(value);
    return (object: JsonObject): boolean => {
      const value = source(object);
      if (value === undefined) return isBlank;
      return rule.kind === 'value' && rule.each !== undefined
        ? (elementsOf(value, rule.each.keyed) ?? []).some(isWithin)
        : isWithin(value);
    };
  });
  return (object) => each.some((lacks) => lacks(object));
}

function compileRule(rule: AttributeRule, path: string): Read {
  if (rule.kind === 'constant') return () => rule.value;
  const source = follow(rule.source);
  if (rule.kind === 'value') {
    const at = `${sourceText(path, rule.source)}[]`;
    const make = compileMade(rule, path, rule.each && compileElements(rule.each, at));
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
 * Compiles attribute rules into a function from a v2 object to the v1 attributes. `path` is the path of the object in
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

/** Compiles the reading of each element of a list or map; the first element that does not fit refuses the whole. */
function compileElements({ rules, keyed }: ElementRules, path: string) {
  const read = compileAttributes(rules, path);
  return (value: Json): Json | Mismatch | typeof misfit => {
    let mismatch: Mismatch | undefined;
    const madeElements = eachElement(value, keyed, (element) => {
      const object = isJsonObject(element) ? read(element) : new Mismatch(path, 'object', rules[0]?.place);
      if (object instanceof Mismatch) mismatch ??= object;
      return object instanceof Mismatch ? undefined : object;
    });
    return madeElements ?? mismatch ?? misfit;
  };
}

/**
 * Makes the codec of a rule with `each`, which makes a list or map of objects element by element; it never writes one
 * back, but its members do.
 */
export function elementCodec(elements: ElementRules): Codec {
  const take = compileElements(elements, '');
  return {
    name: 'each',
    exact: false,
    writes: elementNotation,
    fits: () => false,
    read: (v2) => {
      const attributes = take(v2);
      return attributes instanceof Mismatch ? misfit : attributes;
    },
    write: () => misfit,
  };
}

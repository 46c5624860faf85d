import { convertElements, elementsOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { compileMadeValue, compileWithoutObject, compileSourcePath, Mismatch, sourceText } from './madeValue';
import { type Codec, elementNotation, misfit } from '../codecs/codec';
import type { AttributeRule, ElementRules } from './translationRule';

/** Makes one attribute of a v2 object. Undefined leaves it out, a Mismatch refuses the whole answer. */
type AttributeReader = (source: JsonObject) => Json | undefined | Mismatch;

/** Makes the attributes of a v2 object, in the order of the rules; `hidden` attributes are null. */
type ObjectReader = (source: JsonObject, hidden?: readonly string[]) => JsonObject | Mismatch;

/** Compiles the check whether an object lacks a source that its rule replaces by a blank. */
export function compileLackCheck(rules: readonly AttributeRule[]): (object: JsonObject) => boolean {
  const ruleChecks = rules.flatMap((rule) => {
    if (rule.kind === 'constant') return [];
    const source = compileSourcePath(rule.source);
    const isBlank = rule.onAbsent.kind === 'blank';
    const lacksInside = compileLackCheck(rule.kind === 'object' ? rule.members : (rule.each?.rules ?? []));
    const isLackingObject = (value: Json | undefined) => isJsonObject(value) && lacksInside(value);
    return (object: JsonObject): boolean => {
      const value = source(object);
      if (value === undefined) return isBlank;
      return rule.kind === 'value' && rule.each !== undefined
        ? (elementsOf(value, rule.each.keyed) ?? []).some(isLackingObject)
        : isLackingObject(value);
    };
  });
  return (object) => ruleChecks.some((isLacking) => isLacking(object));
}

/** Compiles one rule into the reader of its attribute. */
function compileAttribute(rule: AttributeRule, path: string): AttributeReader {
  if (rule.kind === 'constant') return () => rule.value;
  const source = compileSourcePath(rule.source);
  if (rule.kind === 'value') {
    const elementPath = `${sourceText(path, rule.source)}[]`;
    const makeValue = compileMadeValue(rule, path, rule.each && compileElements(rule.each, elementPath));
    return (object) => makeValue(source(object));
  }
  const readMembers = compileAttributes(rule.members, sourceText(path, rule.source));
  const makeWithoutObject = compileWithoutObject(rule, path);
  return (object) => {
    const value = source(object);
    return isJsonObject(value) ? readMembers(value) : makeWithoutObject(value);
  };
}

/**
 * Compiles attribute rules into a function from a v2 object to the v1 attributes. `path` is the path of the object in
 * the answer, for mismatches.
 */
export function compileAttributes(rules: readonly AttributeRule[], path: string): ObjectReader {
  const readers = rules.map((rule) => ({ name: rule.name, read: compileAttribute(rule, path) }));
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
  const readElement = compileAttributes(rules, path);
  return (value: Json): Json | Mismatch | typeof misfit => {
    let mismatch: Mismatch | undefined;
    const madeElements = convertElements(value, keyed, (element) => {
      const object = isJsonObject(element)
        ? readElement(element)
        : new Mismatch(path, 'object', rules[0]?.place);
      if (object instanceof Mismatch) mismatch ??= object;
      return object instanceof Mismatch ? undefined : object;
    });
    // A Mismatch names the element that does not fit; misfit: the value is no list or map at all.
    return madeElements ?? mismatch ?? misfit;
  };
}

/**
 * Makes the codec of a rule with `each`, which makes a list or map of objects element by element; it never writes one
 * back, but its members do.
 */
export function elementCodec(elements: ElementRules): Codec {
  const readElements = compileElements(elements, '');
  return {
    name: 'each',
    exact: false,
    writes: elementNotation,
    fits: () => false,
    read: (v2) => {
      const attributes = readElements(v2);
      return attributes instanceof Mismatch ? misfit : attributes;
    },
    write: () => misfit,
  };
}

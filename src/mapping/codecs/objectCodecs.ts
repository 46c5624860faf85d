import type { Field } from '../../contract/field';
import { convertElements, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Codec, misfit } from './codec';

/** Returns a PHP array as a map: a list becomes the map of its indexes, an empty list the empty map. */
function asObject(value: Json): JsonObject | undefined {
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? value : undefined;
}

function withoutOmitted(object: JsonObject, omitted: ReadonlySet<string>): JsonObject {
  // In a loop: pairs of all members took 5% of a translated GET.
  const remaining: JsonObject = {};
  for (const name of Object.keys(object)) if (!omitted.has(name)) remaining[name] = object[name];
  return remaining;
}

/** Passes a free-form object without the `omit` members, which v1 shows as separate attributes. */
export function phpObject(omit: readonly string[]): Codec {
  const omitted = new Set(omit);
  const convert = (value: Json) => {
    const object = asObject(value);
    if (object === undefined) return misfit;
    return omitted.size === 0 ? object : withoutOmitted(object, omitted);
  };
  return {
    name: 'phpObject',
    exact: false,
    omits: omit,
    writes: {
      v1:
        omit.length === 0 ? 'an object' : `an object without ${omit.map((name) => `\`${name}\``).join(', ')}`,
      v2: 'an object, when empty also `[]`',
    },
    fits: (v2, v1) => v2 === 'freeObject' && v1 === 'freeObject',
    canonical: asObject,
    witnesses: (number) => [Object.fromEntries(omit.map((name) => [name, `${name} ${number}`]))],
    read: convert,
    write: convert,
  };
}

/** Makes an object with one member of each element of a list or map, and the element of the object again. */
export function wrapped(member: string): Codec {
  const convert = (make: (element: Json) => Json | undefined) => (value: Json) =>
    convertElements(value, !Array.isArray(value), make) ?? misfit;
  return {
    name: `wrapped(${member})`,
    exact: false,
    wraps: member,
    writes: { v1: `each value as \`${member}\` of an object`, v2: 'the values alone' },
    fits: (v2, v1) => v2 === 'list' && v1 === 'list',
    read: convert((element) => ({ [member]: element })),
    write: convert((element) => (isJsonObject(element) ? element[member] : undefined)),
  };
}

/** Returns a v1 list or map as it is in v2, without the wrapping objects. Returns undefined for others. */
export function plainElements(v1: Field, { wraps }: Codec): Field | undefined {
  if (wraps === undefined || v1.kind !== 'list') return v1;
  const { element } = v1;
  const member = element.kind === 'object' && !element.nullable ? element.members.get(wraps) : undefined;
  return member && element.kind === 'object' && element.members.size === 1
    ? { ...v1, element: member }
    : undefined;
}

/** Options of the `lifted` codec. */
interface Lifting {
  /** Member that holds the conditions of the game's attributes. */
  readonly outOf: string;
  /** Attributes that v1 shows beside that member, as samples. */
  readonly members: readonly string[];
  /** Samples that v2 does not have. */
  readonly beside: JsonObject;
}

/**
 * Returns the sample of a condition (observed): its first value, or else its name, with `(optional)` before an optional
 * one.
 */
function sampleOf(name: string, condition: Json | undefined): string {
  const { condition: rule, values } = isJsonObject(condition) ? condition : {};
  const [firstValue] = Array.isArray(values) ? values : [];
  const sample = typeof firstValue === 'string' ? firstValue : name;
  return typeof rule === 'string' && rule.split('|').includes('required') ? sample : `(optional) ${sample}`;
}

/** Makes a condition of one of four kinds: with or without values, of a required or an optional attribute. */
const conditionOf = (kind: number, name: string, number: number): Json => ({
  condition: kind % 3 === 0 ? 'string' : 'required|string',
  ...(kind % 3 === 1 ? {} : { values: [`${name} ${number}`, `other ${number}`] }),
});

/** Makes a template with a condition for each member, and for one that is not lifted. */
function templateOf({ outOf, members }: Lifting, kind: number, number: number): Json {
  const conditions = [...members, 'rank'].map((name, index) => [
    name,
    conditionOf(kind + index, name, number),
  ]);
  return { [outOf]: Object.fromEntries(conditions) as Json };
}

/**
 * Converts a v2 template into v1's form: v1 shows some of the attributes beside the others, as samples (observed). It
 * does not convert back, because no client sends a template.
 */
export function lifted(lifting: Lifting): Codec {
  const { outOf, members, beside } = lifting;
  return {
    name: `lifted(${members.join(', ')})`,
    exact: false,
    writes: {
      v1: `a template with ${members.join(', ')} next to ${outOf}`,
      v2: `a template with ${members.join(', ')} inside ${outOf}`,
    },
    fits: (v2, v1) => v2 === 'freeObject' && v1 === 'freeObject',
    read: (v2) => {
      if (!isJsonObject(v2)) return misfit;
      const { [outOf]: heldValue, ...template } = v2;
      const conditions = isJsonObject(heldValue) ? heldValue : {};
      const keptConditions = Object.entries(conditions).filter(([name]) => !members.includes(name));
      const samples = members
        .filter((name) => conditions[name] !== undefined)
        .map((name): [string, Json] => [name, sampleOf(name, conditions[name])]);
      return {
        ...template,
        ...beside,
        ...Object.fromEntries(samples),
        [outOf]: Object.fromEntries(keptConditions),
      };
    },
    witnesses: (number) => [0, 1, 2].map((kind) => templateOf(lifting, kind, number)),
    write: () => misfit,
  };
}

/** Names the only member of v1's elements, if v2 has a plain value in their place. */
export function wrappedMember(v1: Field, v2: Field): string | undefined {
  if (v1.kind !== 'list' || v2.kind !== 'list' || v1.keyed !== v2.keyed) return undefined;
  const isPlain = v2.element.kind !== 'object' && v2.element.kind !== 'list';
  const names = v1.element.kind === 'object' && isPlain ? [...v1.element.members.keys()] : [];
  return names.length === 1 ? names[0] : undefined;
}

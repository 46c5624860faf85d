import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Codec, misfit } from './codec';

/** PHP arrays are maps: a list is the map of its indexes, an empty list the empty map. */
function asObject(value: Json): JsonObject | undefined {
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? value : undefined;
}

function without(object: JsonObject, omitted: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !omitted.has(name)));
}

/** A free-form object on both sides; v1 does not show the `omit` members, which have attributes of their own. */
export function phpObject(omit: readonly string[]): Codec {
  const omitted = new Set(omit);
  const convert = (value: Json) => {
    const object = asObject(value);
    if (object === undefined) return misfit;
    return omitted.size === 0 ? object : without(object, omitted);
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

/** Options of the `lifted` codec. */
interface Lifting {
  /** Member that holds the conditions of the game's attributes. */
  readonly outOf: string;
  /** Attributes that v1 shows next to it, as samples. */
  readonly members: readonly string[];
  /** Samples that v2 does not have. */
  readonly beside: JsonObject;
}

/** The sample of a condition (observed): its first value or else its name; `(optional)` precedes an optional one. */
function sampleOf(name: string, condition: Json | undefined): string {
  const { condition: rule, values } = isJsonObject(condition) ? condition : {};
  const [first] = Array.isArray(values) ? values : [];
  const sample = typeof first === 'string' ? first : name;
  return typeof rule === 'string' && rule.split('|').includes('required') ? sample : `(optional) ${sample}`;
}

/** A condition of each kind: with and without values, of an attribute that must be there and of one that need not. */
const conditionOf = (kind: number, name: string, number: number): Json => ({
  condition: kind % 3 === 0 ? 'string' : 'required|string',
  ...(kind % 3 === 1 ? {} : { values: [`${name} ${number}`, `other ${number}`] }),
});

/** A template in which each member, and one that is not lifted, has a condition. */
function templateOf({ outOf, members }: Lifting, kind: number, number: number): Json {
  const conditions = [...members, 'rank'].map((name, index) => [
    name,
    conditionOf(kind + index, name, number),
  ]);
  return { [outOf]: Object.fromEntries(conditions) as Json };
}

/**
 * A v2 template as v1 shows it: in v1 some of the attributes stand next to the others, as samples (observed).
 * There is no way back: nobody sends a template.
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
      const { [outOf]: held, ...template } = v2;
      const conditions = isJsonObject(held) ? held : {};
      const kept = Object.entries(conditions).filter(([name]) => !members.includes(name));
      const samples = members
        .filter((name) => conditions[name] !== undefined)
        .map((name): [string, Json] => [name, sampleOf(name, conditions[name])]);
      return { ...template, ...beside, ...Object.fromEntries(samples), [outOf]: Object.fromEntries(kept) };
    },
    witnesses: (number) => [0, 1, 2].map((kind) => templateOf(lifting, kind, number)),
    write: () => misfit,
  };
}

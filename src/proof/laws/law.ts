import { isDeepStrictEqual } from 'node:util';
import type { IPropertyWithHooks } from 'fast-check';
import type { Field } from '../../contract/field';
import { type Source, sourceAt } from '../../mapping/compile/sourcePath';
import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { type AttributeLeaf, steps, valueAt } from '../../mapping/translate/translationRule';

/** One law that every mapping must keep, as a property over generated values. */
export interface Law {
  readonly name: string;
  /** The law in one sentence. */
  readonly says: string;
  /** The properties to try on one resource. There are none when the law does not apply to it. */
  readonly properties: (resource: ResolvedResource) => readonly Trial[];
}

/** One property; its counterexample is a list of JSON values. */
export type Trial = IPropertyWithHooks<unknown[]>;

/** Values that show a violation, each under its description: `v2 object`, `v1 object`, `v1 request`, ... */
export type Exhibits = Readonly<Record<string, unknown>>;

/** Thrown by a property that does not hold: the fault, its mapping line and the values that show it. */
export class Violation extends Error {
  constructor(
    what: string,
    readonly location: string,
    readonly exhibits: Exhibits,
  ) {
    super(`${what} (${location})`);
  }
}

/** Translates a v2 object to its v1 attributes; throws a violation when there are none. */
export function attributesOf(
  { answer, envelope: { place: envelopePlace } }: ResolvedResource,
  data: Json,
): JsonObject {
  const exhibits = { 'v2 object': data };
  const translated = answer.read({ data });
  if (!translated.ok) {
    const { path, expected, rule } = translated.failure;
    throw new Violation(`${path} is not taken as ${expected}`, rule ?? envelopePlace, exhibits);
  }
  const envelope = dataOf(translated.value);
  const attributes = isJsonObject(envelope) ? envelope['attributes'] : undefined;
  if (!isJsonObject(attributes)) throw new Violation('the answer is no envelope', envelopePlace, exhibits);
  return attributes;
}

/** Throws the violation of a v2 object; shows its v1 attributes, and both again after a change of the object. */
export function violate(
  resource: ResolvedResource,
  data: Json,
  what: string,
  location: string,
  changedData?: Json,
): never {
  const exhibits = { 'v2 object': data, 'v1 object': attributesOf(resource, data) };
  if (changedData === undefined) throw new Violation(what, location, exhibits);
  throw new Violation(what, location, {
    ...exhibits,
    'v2 object, changed': changedData,
    'v1 object, changed': attributesOf(resource, changedData),
  });
}

/** Lists the leaves whose attribute differs between two v2 objects, each with its name and its later value. */
export function changedLeaves<Leaf extends Pick<AttributeLeaf, 'attribute'>>(
  resource: ResolvedResource,
  leaves: readonly Leaf[],
  [data, changedData]: readonly [Json, Json],
) {
  const oldAttributes = attributesOf(resource, data);
  const newAttributes = attributesOf(resource, changedData);
  return leaves
    .map((leaf) => {
      const path = steps(leaf.attribute);
      const values = [oldAttributes, newAttributes].map((attributes) => valueAt(attributes, path));
      return { ...leaf, name: leaf.attribute.join('.'), oldValue: values[0], newValue: values[1] };
    })
    .filter(({ oldValue, newValue }) => !isDeepStrictEqual(oldValue, newValue));
}

/** Lists the given paths of a contract that lead somewhere, each with what it leads to. */
export const sourcesAt = (
  v2: Field,
  paths: readonly string[],
): readonly (Source & { readonly path: string })[] =>
  paths.flatMap((path) => {
    const source = sourceAt(v2, path);
    return source === undefined ? [] : { ...source, path };
  });

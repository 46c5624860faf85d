import type { IPropertyWithHooks } from 'fast-check';
import type { Field } from '../../contract/field';
import { type Source, sourcePath } from '../../mapping/compile/sourcePath';
import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { failure, success } from '../../contract/result';
import { compileAttributes } from '../../mapping/translate/compileAttributes';
import { Mismatch } from '../../mapping/translate/madeValue';
import { translationFrom } from '../../mapping/translate/translateAnswer';
import { attributeLeaves } from '../../mapping/translate/translationRule';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';

/** One law that every mapping must keep, as a property over generated values. */
export interface Law {
  readonly name: string;
  /** The law in one sentence. */
  readonly says: string;
  /** The properties to try on one resource; none when the law does not apply to it. */
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
  const envelope = translated.value['data'];
  const attributes = isJsonObject(envelope) ? envelope['attributes'] : undefined;
  if (!isJsonObject(attributes)) throw new Violation('the answer is no envelope', envelopePlace, exhibits);
  return attributes;
}

/** Returns each element of lists and maps that rules make as a resource: the laws hold for them, too. */
export const elementResources = (resource: ResolvedResource): readonly ResolvedResource[] =>
  attributeLeaves(resource.rules).flatMap(({ attribute, rule: { each, place: location } }) => {
    if (each === undefined) return [];
    const read = compileAttributes(each.rules, 'data');
    const answer = translationFrom((body) => {
      const data = dataOf(body);
      const madeObject = isJsonObject(data) ? read(data) : new Mismatch('data', 'object', location);
      return madeObject instanceof Mismatch
        ? failure(madeObject)
        : success({ data: { attributes: madeObject } });
    });
    const { rules, v1, v2 } = each;
    const name = `${resource.name} ${attribute.join('.')}[]`;
    const ownResource = { ...resource, name, rules, v1, v2, answer, operations: [] };
    return [ownResource, ...elementResources(ownResource)];
  });

/** A v2 object and its v1 attributes. */
type TranslatedPair = readonly [data: Json, attributes: JsonObject];

/** Names a v2 object and its v1 attributes for a report, and those after a change. */
export const exhibitsOf = ([data, attributes]: TranslatedPair, changed?: TranslatedPair): Exhibits => ({
  'v2 object': data,
  'v1 object': attributes,
  ...(changed && { 'v2 object, changed': changed[0], 'v1 object, changed': changed[1] }),
});

/** Lists the given paths of a contract that lead somewhere, each with what it leads to. */
export const sourcesAt = (
  v2: Field,
  paths: readonly string[],
): readonly (Source & { readonly path: string })[] =>
  paths.flatMap((path) => {
    const source = sourcePath(v2, path);
    return 'candidates' in source ? [] : [{ ...source, path }];
  });

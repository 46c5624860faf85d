import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Field } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import type { Json, JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { leafPaths } from '../../mapping/compile/sourcePath';
import {
  type AttributeLeaf,
  attributeLeaves,
  pathText,
  steps,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../mapping/translate/translationRule';
import { arbitraryOf } from './arbitraryOf';
import { attributesOf, exhibitsOf, type Law, sourcesAt, Violation } from './law';

interface Reading extends AttributeLeaf {
  readonly path: string;
  readonly needed: boolean;
  /** True when null and absence are allowed although other misfits are refused. */
  readonly mayLack: boolean;
}

const readings = ({ rules }: ResolvedResource): readonly Reading[] =>
  attributeLeaves(rules).map((leaf) => ({
    ...leaf,
    path: pathText(leaf.source),
    needed: leaf.rule.onMisfit.kind === 'refuse',
    mayLack: leaf.rule.onNull.kind !== 'refuse' && leaf.rule.onAbsent.kind !== 'refuse',
  }));

/** Copies a contract with null and absence allowed everywhere. */
function loosened(field: Field): Field {
  const loose = { ...field, nullable: true, optional: true };
  if (loose.kind !== 'object') return loose;
  return { ...loose, members: new Map([...loose.members].map(([name, inner]) => [name, loosened(inner)])) };
}

/** Lists all paths of a contract, including the paths of its objects. */
function allPaths(v2: Field): readonly string[] {
  const leaves = leafPaths(v2);
  const around = leaves.flatMap((path) => {
    const names = path.split('.');
    return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
  });
  return [...new Set([...around, ...leaves])];
}

/** True when one path equals the other or lies within it, even in an element. */
const touches = (path1: string, path2: string): boolean =>
  path1 === path2 || isInside(path1, path2) || isInside(path2, path1);

const isInside = (inner: string, outer: string): boolean =>
  inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[]`);

/** Finds an attribute whose change is not explained by the changed v2 path. */
function wronglyChanged(
  all: readonly Reading[],
  path: string,
  changedData: Json,
  [was, is]: readonly JsonObject[],
) {
  for (const reading of all) {
    const [oldValue, newValue] = [was, is].map((object) => valueAt(object, steps(reading.attribute)));
    if (isDeepStrictEqual(oldValue, newValue)) continue;
    const name = reading.attribute.join('.');
    const { place: rulePlace } = reading.rule;
    if (!touches(path, reading.path))
      return { what: `${name} follows ${path}, which its rule does not name`, place: rulePlace };
    const there = valueAt(changedData, reading.source) ?? (reading.mayLack ? null : undefined);
    const isMadeUp = reading.needed && newValue === null && there !== null;
    if (isMadeUp) return { what: `${name} is needed and is made up`, place: rulePlace };
  }
  return undefined;
}

/**
 * The law on v2 values that break their contract: only needed values refuse the answer, and no needed value is made up.
 */
export const needLaw: Law = {
  name: 'need',
  says: 'a v2 field that is absent, null or of another type shows only where it is read, and refuses only where it is needed',
  properties: (resource) => {
    const { envelope, answer, v1, v2 } = resource;
    const guard = compileGuard(loosened(v1));
    const all = readings(resource);
    const needs = [
      ...sourcesAt(v2, [envelope.id]).map(({ path }) => path),
      ...all.filter(({ needed }) => needed).map(({ path }) => path),
    ];
    return sourcesAt(v2, allPaths(v2)).map(({ path, steps: sourceSteps }) => {
      const value = fc.option(fc.jsonValue(), { nil: undefined, freq: 3 });
      return fc.property(arbitraryOf(v2), value, (data, newValue) => {
        const changedData =
          newValue === undefined
            ? withoutValueAt(data, sourceSteps)
            : withValueAt(data, sourceSteps, newValue);
        const translated = answer.read({ data: changedData });
        if (!translated.ok) {
          const { path: at, rule = envelope.place } = translated.failure;
          if (needs.some((need) => touches(path, need) && touches(at, `data.${need}`))) return;
          const exhibits = { 'v2 object': changedData };
          throw new Violation(`${path} refuses the answer, and nothing needs it`, rule, exhibits);
        }
        const oldAttributes = attributesOf(resource, data);
        const newAttributes = attributesOf(resource, changedData);
        const exhibits = exhibitsOf([data, oldAttributes], [changedData, newAttributes]);
        const wrong = guard(newAttributes);
        if (wrong !== undefined)
          throw new Violation(`${wrong} is neither as v1 promises nor null`, envelope.place, exhibits);
        const fault = wronglyChanged(all, path, changedData, [oldAttributes, newAttributes]);
        if (fault !== undefined) throw new Violation(fault.what, fault.place, exhibits);
      });
    });
  },
};

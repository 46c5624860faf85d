import fc from 'fast-check';
import type { Field } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import type { Json } from '../../contract/json';
import { leafPaths } from '../../mapping/compile/sourcePath';
import { attributeLeaves, partPaths, pathText, valueAt } from '../../mapping/translate/translationRule';
import { withBranchAt } from '../witnesses/branches';
import { arbitraryOf } from './arbitraryOf';
import { attributesOf, changedLeaves, type Law, sourcesAt, violate, Violation } from './law';

/** Copies a contract with null and absence allowed everywhere. */
function loosened(field: Field): Field {
  const loose = { ...field, nullable: true, optional: true };
  if (loose.kind === 'list') return { ...loose, element: loosened(loose.element) };
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

const isInside = (inner: string, outer: string): boolean =>
  inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[]`);

/** True when one path equals the other or lies within it, even in an element. */
const touches = (path1: string, path2: string): boolean =>
  partPaths(path1).some((part1) =>
    partPaths(path2).some((part2) => part1 === part2 || isInside(part1, part2) || isInside(part2, part1)),
  );

/**
 * The law on v2 values that break their contract: only needed values refuse the answer, and no needed value is made up.
 */
export const needLaw: Law = {
  name: 'need',
  says: 'a v2 field that is absent, null or of another type shows only where it is read, and refuses only where it is needed',
  properties: (resource) => {
    const { envelope, answer, v1, v2, rules } = resource;
    const guard = compileGuard(loosened(v1));
    const readings = attributeLeaves(rules).map((leaf) => ({
      ...leaf,
      path: pathText(leaf.source),
      isNeeded: leaf.rule.onMisfit.kind === 'refuse',
      // Null and absence may be allowed although other misfits are refused.
      mayLack: leaf.rule.onNull.kind !== 'refuse' && leaf.rule.onAbsent.kind !== 'refuse',
    }));
    const needs = [
      ...sourcesAt(v2, [envelope.id]).map(({ path }) => path),
      ...readings.filter(({ isNeeded }) => isNeeded).map(({ path }) => path),
    ];
    /** Throws for an attribute whose change is not explained by the changed v2 path. */
    function checkChanges(data: Json, path: string, changedData: Json): void {
      const wrong = guard(attributesOf(resource, changedData));
      if (wrong !== undefined)
        violate(resource, data, `${wrong} is neither as v1 promises nor null`, envelope.place, changedData);
      for (const reading of changedLeaves(resource, readings, [data, changedData])) {
        const { name, newValue, rule } = reading;
        if (!touches(path, reading.path)) {
          const what = `${name} follows ${path}, which its rule does not name`;
          violate(resource, data, what, rule.place, changedData);
        }
        if (!reading.isNeeded || newValue !== null) continue;
        const sourceValue = valueAt(changedData, reading.source);
        const isExplained = sourceValue === null || (sourceValue === undefined && reading.mayLack);
        if (!isExplained)
          violate(resource, data, `${name} is needed and is made up`, rule.place, changedData);
      }
    }
    return sourcesAt(v2, allPaths(v2)).map(({ path, steps: sourceSteps }) => {
      const value = fc.option(fc.jsonValue(), { nil: undefined, freq: 3 });
      return fc.property(arbitraryOf(v2), value, (data, newValue) => {
        // A member of an object that is not there would bring the object with it.
        if ((valueAt(data, sourceSteps.slice(0, -1)) ?? null) === null) return;
        const changedData = withBranchAt(data, sourceSteps, newValue);
        const translated = answer.read({ data: changedData });
        if (translated.ok) {
          checkChanges(data, path, changedData);
          return;
        }
        const { path: at, rule = envelope.place } = translated.failure;
        if (needs.some((need) => touches(path, need) && touches(at, `data.${need}`))) return;
        const what = `${path} refuses the answer, and nothing needs it`;
        throw new Violation(what, rule, { 'v2 object': changedData });
      });
    });
  },
};

import type { Mutant } from '../mutant';
import { otherValues } from '../otherValues';
import { ruleGroups, type Subject } from '../subject';

/** Each default as another value of its kind. */
export function changeDefault(subject: Subject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap(({ path, entry, v1 }) => {
      const at = [...path, 'default'];
      if (entry.default === undefined) return [];
      return otherValues(v1, entry.default).map((value) => ({
        what: `default ${JSON.stringify(value)} instead of ${JSON.stringify(entry.default)}`,
        path: at,
        edits: [{ path: at, value }],
      }));
    });
}

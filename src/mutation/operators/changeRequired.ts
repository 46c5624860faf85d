import type { Mutant } from '../mutant';
import type { Subject } from '../subject';

/** Each rule that reads v2 with its source required when it was not, or the other way round. */
export function changeRequired({ attributes, answers }: Subject): readonly Mutant[] {
  return [attributes, ...answers].flat().flatMap(({ path, entry }) => {
    if (entry.from === undefined) return [];
    const required = entry.required === true ? undefined : true;
    const what = required === true ? 'required' : 'not required';
    return [{ what, path, edits: [{ path: [...path, 'required'], value: required }] }];
  });
}

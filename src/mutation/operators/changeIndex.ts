import type { Field } from '../../contract/field';
import type { Path } from '../../document/document';
import type { IndexEntry } from '../../mapping/mappingFile';
import { leafPaths, sourcePath } from '../../mapping/sourcePath';
import type { Mutant } from '../mutant';
import type { Subject } from '../subject';

/** v2 paths of the same kind. */
function likeFields(v2: Field, written: string): readonly string[] {
  const own = sourcePath(v2, written);
  return leafPaths(v2).filter((path) => {
    const other = sourcePath(v2, path);
    return path !== written && 'kind' in own && 'kind' in other && own.kind === other.kind;
  });
}

function changed({ id, key, prefer }: IndexEntry, path: Path, v2: Field): readonly Mutant[] {
  const read = (part: 'id' | 'key', other: string): Mutant => ({
    what: `${part} ${other}`,
    path: [...path, part],
    edits: [{ path: [...path, part], value: other }],
  });
  const preferred = Object.entries(prefer).flatMap(([field, value]) => {
    const at = [...path, 'prefer', field];
    return likeFields(v2, field).map((other) => ({
      what: `prefers by ${other}`,
      path: at,
      edits: [{ path: at }, { path: [...path, 'prefer', other], value }],
    }));
  });
  return [
    ...likeFields(v2, id).map((other) => read('id', other)),
    ...likeFields(v2, key).map((other) => read('key', other)),
    ...preferred,
  ];
}

/** Each index keyed by another field, or preferring by another. */
export function changeIndex({ file, v2 }: Subject): readonly Mutant[] {
  return Object.entries(file.indexes ?? {}).flatMap(([name, entry]) => changed(entry, ['indexes', name], v2));
}

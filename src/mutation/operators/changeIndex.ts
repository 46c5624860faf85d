import type { Field } from '../../contract/field';
import type { Path } from '../../document/document';
import type { IndexEntry } from '../../mapping/mappingFile';
import { leafPaths, sourcePath } from '../../mapping/sourcePath';
import type { Edit, Mutant } from '../mutant';
import type { Subject } from '../subject';
import { changeRoute } from './changeRoute';

function likeFields(v2: Field, written: string): readonly string[] {
  const own = sourcePath(v2, written);
  return leafPaths(v2).filter((path) => {
    const other = sourcePath(v2, path);
    return path !== written && 'kind' in own && 'kind' in other && own.kind === other.kind;
  });
}

const put = (path: Path, value: unknown): Mutant => ({
  what: `${String(path.at(-1))} ${String(value)}`,
  path,
  edits: [{ path, value }],
});

function preferring(entry: IndexEntry, path: Path, v2: Field): readonly Mutant[] {
  return Object.entries(entry.prefer).flatMap(([field, value]): Mutant[] => {
    const at = [...path, 'prefer', field];
    const moved = (other: string): readonly Edit[] => [
      { path: at },
      { path: [...path, 'prefer', other], value },
    ];
    return [
      put(at, `${value}s`),
      ...likeFields(v2, field).map((other) => ({
        what: `prefers by ${other}`,
        path: at,
        edits: moved(other),
      })),
    ];
  });
}

function changed(entry: IndexEntry, path: Path, v2: Field): readonly Mutant[] {
  return [
    ...changeRoute(entry.v2, [...path, 'v2']),
    put([...path, 'page'], `${entry.page}s`),
    ...Object.entries(entry.query).map(([name, value]) =>
      put([...path, 'query', name], typeof value === 'number' ? value + 1 : `${value}s`),
    ),
    ...likeFields(v2, entry.id).map((other) => put([...path, 'id'], other)),
    ...likeFields(v2, entry.key).map((other) => put([...path, 'key'], other)),
    ...preferring(entry, path, v2),
  ];
}

/** Each index over another list, asked otherwise, keyed by another field, preferring another item. */
export function changeIndex({ file, v2 }: Subject): readonly Mutant[] {
  return Object.entries(file.indexes ?? {}).flatMap(([name, entry]) => changed(entry, ['indexes', name], v2));
}

import type { Path } from '../../document/document';
import type { Mutant } from '../mutant';
import type { Subject } from '../subject';

const dropped = (path: Path): Mutant => ({
  what: `${path.slice(-2).join('.')} missing`,
  path,
  edits: [{ path }],
});

const each = (path: Path, entries: object | undefined): Path[] =>
  Object.keys(entries ?? {}).map((name) => [...path, name]);

/** Each rule, drop, operation, index and part of one taken away. */
export function dropEntry({ file, attributes, bodies }: Subject): readonly Mutant[] {
  const operations = Object.entries(file.operations).flatMap(([name, { parameters, path }]) => [
    ...each(['operations', name, 'parameters'], parameters),
    ...each(['operations', name, 'path'], path),
  ]);
  const indexes = Object.entries(file.indexes ?? {}).flatMap(([name, { query, prefer }]) => [
    ...each(['indexes', name, 'query'], query),
    ...each(['indexes', name, 'prefer'], prefer),
  ]);
  return [
    ...[attributes, ...bodies].flat().map(({ path }) => path),
    ...each(['drops'], file.drops),
    ...each(['indexes'], file.indexes),
    ...indexes,
    ...each(['operations'], file.operations),
    ...operations,
  ].map(dropped);
}

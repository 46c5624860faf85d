import type { Path } from '../document/document';

/** One thing that a mapping file says outside its rules: a member, and its value. */
export interface Statement {
  readonly path: Path;
  readonly value: unknown;
}

/** For people, or checked at the start and without effect afterwards; rules have mutants of their own. */
const elsewhere = ['evidence', 'drops', 'mirrors', 'unmirrored', 'narrows', 'fields', 'attributes'];

/** All members below a part of the file, at any depth, lists whole. */
function below(value: unknown, path: Path): readonly Statement[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly Statement[] => {
    if (elsewhere.includes(name)) return [];
    const at = [...path, name];
    return [{ path: at, value: member }, ...below(member, at)];
  });
}

/** What a file says of its operations and indexes, outside their rules. */
export const statements = ({
  operations,
  indexes,
}: {
  readonly operations: unknown;
  readonly indexes?: unknown;
}): readonly Statement[] => [...below(indexes, ['indexes']), ...below(operations, ['operations'])];

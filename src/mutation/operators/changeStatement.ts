import type { Mutant } from '../mutant';
import { statements, type Statement } from '../statements';
import type { Subject } from '../subject';

const isRoute = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]+ \//.test(value);

/** Values that are near a given one; for a list what is left without one of its elements, and the list turned round. */
function near(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1];
  if (isRoute(value)) return [];
  if (typeof value === 'string') return [`${value}s`];
  if (!Array.isArray(value)) return [];
  const elements: readonly unknown[] = value;
  const fewer = elements.map((_, left) => elements.filter((__, index) => index !== left));
  return [...fewer.map((rest) => (rest.length === 1 ? rest[0] : rest)), elements.toReversed()];
}

const put = ({ path, value }: Statement, other: unknown): Mutant => ({
  what: `${String(path.at(-1))} ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`,
  path,
  edits: [{ path, value: other }],
});

/** Whatever is said of operations and indexes, a little different: a word, a number, a list. */
export function changeStatement({ file }: Subject): readonly Mutant[] {
  return statements(file).flatMap((statement) => near(statement.value).map((other) => put(statement, other)));
}

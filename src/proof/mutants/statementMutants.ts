import type { Path } from '../../mapping/yaml/yamlDocument';
import { type Mutant, type MutationSubject, ruleGroups } from './mutant';

/** One member of a mapping file outside its rules, and its value. */
interface Statement {
  readonly path: Path;
  readonly value: unknown;
}

/** Members that are for people or only checked at the start, and rules, which have mutants of their own. */
const elsewhere = ['evidence', 'drops', 'mirrors', 'unmirrored', 'narrows', 'fields', 'attributes'];

/** Lists all members below a part of the file, at any depth; a list is one member. */
function below(value: unknown, path: Path): readonly Statement[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly Statement[] => {
    if (elsewhere.includes(name)) return [];
    const at = [...path, name];
    return [{ path: at, value: member }, ...below(member, at)];
  });
}

/** Lists the members of operations and indexes outside their rules. */
const statements = ({
  operations,
  indexes,
}: {
  readonly operations: unknown;
  readonly indexes?: unknown;
}): readonly Statement[] => [...below(indexes, ['indexes']), ...below(operations, ['operations'])];

const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Changes a route: another method, and each fixed segment misspelt or missing. Returns none for other values. */
function otherRoutes(value: unknown): readonly string[] {
  const [, written, root, template] =
    /^([A-Z]+) (\/v[12]\/)(.+)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (written === undefined || root === undefined || template === undefined) return [];
  const segments = template.split('/');
  const join = (method: string, parts: readonly string[]) => `${method} ${root}${parts.join('/')}`;
  return [
    ...methods.filter((method) => method !== written).map((method) => join(method, segments)),
    ...segments.flatMap((segment, index) => {
      if (segment.startsWith('{')) return [];
      const [before, after] = [segments.slice(0, index), segments.slice(index + 1)];
      return [join(written, [...before, `${segment}s`, ...after]), join(written, [...before, ...after])];
    }),
  ];
}

const rerouted = ({ path, value }: Statement, other: string): Mutant => ({
  what: `route ${other} instead of ${String(value)}`,
  path,
  edits: [{ path, value: other }],
});

/** Changes the method or path of each route. */
export function changeRoute({ file }: MutationSubject): readonly Mutant[] {
  return statements(file).flatMap((statement) =>
    otherRoutes(statement.value).map((other) => rerouted(statement, other)),
  );
}

const isRoute = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]+ \//.test(value);

/** Lists values similar to a given one; for a list those without one element, and the reversed list. */
function nearValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1];
  if (isRoute(value)) return [];
  if (typeof value === 'string') return [`${value}s`];
  if (!Array.isArray(value)) return [];
  const elements: readonly unknown[] = value;
  const fewer = elements.map((_, left) => elements.filter((__, index) => index !== left));
  return [...fewer.map((rest) => (rest.length === 1 ? rest[0] : rest)), elements.toReversed()];
}

const changedTo = ({ path, value }: Statement, other: unknown): Mutant => ({
  what: `${String(path.at(-1))} ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`,
  path,
  edits: [{ path, value: other }],
});

/** Changes each word, number and list of operations and indexes a little. */
export function changeStatement({ file }: MutationSubject): readonly Mutant[] {
  return statements(file).flatMap((statement) =>
    nearValues(statement.value).map((other) => changedTo(statement, other)),
  );
}

const dropped = (path: Path): Mutant => ({
  what: `${path.slice(-2).join('.')} missing`,
  path,
  edits: [{ path }],
});

/** Removes each rule, each drop, and each member of operations and indexes. */
export function dropEntry(subject: MutationSubject): readonly Mutant[] {
  const { drops = {}, operations } = subject.file;
  const bodyDrops = Object.entries(operations).flatMap(([name, { body }]) =>
    Object.keys(body?.drops ?? {}).map((member) => ['operations', name, 'body', 'drops', member]),
  );
  return [
    ...ruleGroups(subject).flatMap((sites) => sites.map(({ path }) => path)),
    ...Object.keys(drops).map((field) => ['drops', field]),
    ...bodyDrops,
    ...statements(subject.file).map(({ path }) => path),
  ].map(dropped);
}

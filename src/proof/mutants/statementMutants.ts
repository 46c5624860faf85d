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

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Changes a route: another method, and each fixed segment misspelt or missing. Returns none for other values. */
function otherRoutes(value: unknown): readonly string[] {
  const [, written, root, template] =
    /^([A-Z]+) (\/v[12]\/)(.+)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (written === undefined || root === undefined || template === undefined) return [];
  const segments = template.split('/');
  const join = (method: string, segments1: readonly string[]) => `${method} ${root}${segments1.join('/')}`;
  return [
    ...methods.filter((method) => method !== written).map((method) => join(method, segments)),
    ...segments.flatMap((segment, index) => {
      if (segment.startsWith('{')) return [];
      const [leading, trailing] = [segments.slice(0, index), segments.slice(index + 1)];
      return [
        join(written, [...leading, `${segment}s`, ...trailing]),
        join(written, [...leading, ...trailing]),
      ];
    }),
  ];
}

const rerouted = ({ path, value }: Statement, route: string): Mutant => ({
  what: `route ${route} instead of ${String(value)}`,
  path,
  edits: [{ path, value: route }],
});

/** Changes the method or path of each route. */
export function changeRoute({ file }: MutationSubject): readonly Mutant[] {
  return statements(file).flatMap((statement) =>
    otherRoutes(statement.value).map((route) => rerouted(statement, route)),
  );
}

const isRoute = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]+ \//.test(value);

/** Lists values similar to a given one; for a list, the lists without one element, and the reversed list. */
function nearValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1];
  if (isRoute(value)) return [];
  if (typeof value === 'string') return [`${value}s`];
  if (!Array.isArray(value)) return [];
  const elements: readonly unknown[] = value;
  const fewer = elements.map((_, leftOut) => elements.filter((__, index) => index !== leftOut));
  return [
    ...fewer.map((remaining) => (remaining.length === 1 ? remaining[0] : remaining)),
    elements.toReversed(),
  ];
}

const changedTo = ({ path, value }: Statement, replacement: unknown): Mutant => ({
  what: `${String(path.at(-1))} ${JSON.stringify(replacement)} instead of ${JSON.stringify(value)}`,
  path,
  edits: [{ path, value: replacement }],
});

/** Changes each word, number and list of operations and indexes a little. */
export function changeStatement({ file }: MutationSubject): readonly Mutant[] {
  return statements(file).flatMap((statement) =>
    nearValues(statement.value).map((replacement) => changedTo(statement, replacement)),
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

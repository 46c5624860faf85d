import { parameterNames } from '../../mapping/yaml/ruleEntry';
import type { Field } from '../../contract/field';
import type { Path } from '../../mapping/yaml/yamlDocument';
import type { CallEntry, FeedEntry, MappingFile, OperationEntry } from '../../mapping/yaml/mappingFile';
import { NO_CONTENT } from '../../mapping/compile/compiledOperation';
import { dropped, type Mutant, type MutationSubject, mutantAt } from './mutant';
import { leafPaths, sourceAt } from '../../mapping/compile/sourcePath';
import { balancedDrops } from './sourceMutants';

function otherTypes(entry: OperationEntry, path: Path): readonly Mutant[] {
  // An answer that is not the resource does not show its id: then any text may be the id.
  const showsId = entry.answer === undefined && entry.success !== NO_CONTENT;
  return parameterNames(entry.v1).map((name) => {
    const ownKind = entry.parameters?.[name];
    const type = ownKind === 'integer' || (ownKind === 'id' && showsId) ? 'text' : 'integer';
    return mutantAt(`parameter ${name} is ${type}`, [...path, 'parameters', name], type);
  });
}

type AnyFeed = FeedEntry | NonNullable<CallEntry['path']>[string];

/** Returns the same feed from another v1 parameter or v2 field, or with the words of two values exchanged. */
function nearFeeds(feed: AnyFeed, parameters: readonly string[], v2: Field): readonly AnyFeed[] {
  if ('field' in feed) return likeFields(v2, feed.field).map((field) => ({ field }));
  if ('from' in feed) return parameters.filter((name) => name !== feed.from).map((from) => ({ from }));
  if ('by' in feed) return parameters.filter((name) => name !== feed.by).map((by) => ({ ...feed, by }));
  if (!('words' in feed)) return [];
  const words = Object.entries(feed.words);
  return words.slice(1).map(([name, word], index) => {
    const [wordBefore = name, wordAfter = word] = words[index] ?? [];
    return { ...feed, words: { ...feed.words, [name]: wordAfter, [wordBefore]: word } };
  });
}

const otherFeeds = (
  { v1 }: OperationEntry,
  { v2, path: written }: OperationEntry | CallEntry,
  path: Path,
  contract: Field,
): readonly Mutant[] =>
  parameterNames(v2).flatMap((name) =>
    nearFeeds(written?.[name] ?? { from: name }, parameterNames(v1), contract).map((feed) =>
      mutantAt(`${name} fed by ${JSON.stringify(feed)}`, [...path, 'path', name], feed),
    ),
  );

/** Puts another name in the place of one; the value moves with it. */
const renamed = (
  what: string,
  path: Path,
  [name, to]: readonly [string, string],
  value: unknown,
): Mutant => ({
  what,
  path: [...path, name],
  edits: [{ path: [...path, name] }, { path: [...path, to], value }],
});

/** Replaces each attribute that is shown on demand by another one that may be null. */
function otherShown({ shownWith = {} }: OperationEntry, path: Path, v1: Field): readonly Mutant[] {
  if (v1.kind !== 'object') return [];
  const candidates = [...v1.members].filter(([name, { nullable }]) => nullable && !(name in shownWith));
  return Object.entries(shownWith).flatMap(([attribute, parameter]) =>
    candidates.map(([name]) => {
      const what = `${name} shown with ${parameter} instead of ${attribute}`;
      return renamed(what, [...path, 'shownWith'], [attribute, name], parameter);
    }),
  );
}

/** Changes each operation: types and feeds of path parameters, attributes on demand, and no key required. */
const changeOperation = ({ file, v1, v2 }: MutationSubject): readonly Mutant[] =>
  Object.entries(file.operations).flatMap(([name, entry]) => {
    const path = ['operations', name];
    return [
      ...otherTypes(entry, path),
      ...otherFeeds(entry, entry, path, v2),
      ...Object.entries(entry.calls ?? {}).flatMap(([call, further]) =>
        otherFeeds(entry, further, [...path, 'calls', call], v2),
      ),
      ...otherShown(entry, path, v1),
      ...(entry.open === true ? [] : [mutantAt('asks for no key', [...path, 'open'], true)]),
    ];
  });

/** Lists the other paths whose values have the kind of a written one. */
function likeFields(v2: Field, written: string): readonly string[] {
  const kind = sourceAt(v2, written)?.kind;
  if (kind === undefined) return [];
  return leafPaths(v2).filter((path) => path !== written && sourceAt(v2, path)?.kind === kind);
}

/** Changes each index: its id, its key and the field that it prefers by. */
const changeIndex = ({ file, v2 }: MutationSubject): readonly Mutant[] =>
  Object.entries(file.indexes ?? {}).flatMap(([name, entry]) => {
    const path = ['indexes', name];
    return [
      ...(['id', 'key'] as const).flatMap((role) =>
        likeFields(v2, entry[role]).map((field) => mutantAt(`${role} ${field}`, [...path, role], field)),
      ),
      ...Object.entries(entry.prefer).flatMap(([field, value]) =>
        likeFields(v2, field).map((to) =>
          renamed(`prefers by ${to}`, [...path, 'prefer'], [field, to], value),
        ),
      ),
    ];
  });

const styles = ['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds'] as const;

/** Changes the envelope type, the v2 source of the id, and the date style where some rule writes a date. */
function changeEnvelope(subject: MutationSubject): readonly Mutant[] {
  const { file, v2, groups } = subject;
  const { type, id } = file.envelope;
  const hasDates = groups.flat().some(({ entry }) => entry.codec === 'date');
  return [
    mutantAt(`type ${type}s instead of ${type}`, ['envelope', 'type'], `${type}s`),
    ...likeFields(v2, id).map((to) => {
      const mutant = mutantAt(`id from ${to} instead of ${id}`, ['envelope', 'id'], to);
      return { ...mutant, edits: [...mutant.edits, balancedDrops(subject, { to })] };
    }),
    ...styles
      .filter((style) => hasDates && style !== file.dates)
      .map((style) => mutantAt(`dates ${style} instead of ${file.dates}`, ['dates'], style)),
  ];
}

/** Members that are for people or only checked at the start, and rules, which have mutants of their own. */
const elsewhere = ['evidence', 'drops', 'mirrors', 'unmirrored', 'narrows', 'fields', 'attributes'];

/** Lists all members below a part of the file, at any depth, with their values; a list is one member. */
function below(value: unknown, path: Path): readonly { readonly path: Path; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return (
    Object.entries(value)
      .filter(([name]) => !elsewhere.includes(name))
      // Where each page of v1 is one of v2, nothing is made by the number of items on it.
      .filter(([name]) => name !== 'most' || !('cursor' in value) || 'size' in value)
      .flatMap(([name, member]: [string, unknown]) => {
        const namePath = [...path, name];
        return [{ path: namePath, value: member }, ...below(member, namePath)];
      })
  );
}

const statements = ({ operations, indexes }: MappingFile) => [
  ...below(indexes, ['indexes']),
  ...below(operations, ['operations']),
];

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Changes a route: another method, and each fixed segment misspelt or missing. Returns none for other values. */
function otherRoutes(value: unknown): readonly string[] {
  const [, written, root, template] =
    /^([A-Z]+) (\/v[12]\/)(.+)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (written === undefined || root === undefined || template === undefined) return [];
  const segments = template.split('/');
  const without = (index: number, ...instead: readonly string[]) =>
    `${written} ${root}${segments.toSpliced(index, 1, ...instead).join('/')}`;
  const fixed = [...segments.keys()].filter((index) => segments[index]?.startsWith('{') === false);
  return [
    ...methods.filter((method) => method !== written).map((method) => `${method} ${root}${template}`),
    ...fixed.flatMap((index) => [without(index, `${segments[index]}s`), without(index)]),
  ];
}

/** Lists values similar to a given one; for a list, the lists without one element, and the reversed list. */
function nearValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1];
  if (typeof value === 'string') return /^[A-Z]+ \//.test(value) ? [] : [`${value}s`];
  if (!Array.isArray(value)) return [];
  const elements: readonly unknown[] = value;
  const fewer = elements.map((_, leftOut) => elements.toSpliced(leftOut, 1));
  return [
    ...fewer.map((remaining) => (remaining.length === 1 ? remaining[0] : remaining)),
    elements.toReversed(),
  ];
}

/** Changes the method or path of each route, and each word, number and list of operations and indexes a little. */
const changeStatement = ({ file }: MutationSubject): readonly Mutant[] =>
  statements(file).flatMap(({ path, value }) => [
    ...otherRoutes(value).map((route) => mutantAt(`route ${route} instead of ${String(value)}`, path, route)),
    ...nearValues(value).map((near) =>
      mutantAt(
        `${String(path.at(-1))} ${JSON.stringify(near)} instead of ${JSON.stringify(value)}`,
        path,
        near,
      ),
    ),
  ]);

/** Removes each drop, and each member of operations and indexes. */
function dropStatement({ file }: MutationSubject): readonly Mutant[] {
  const bodyDrops = Object.entries(file.operations).flatMap(([name, { body }]) =>
    Object.keys(body?.drops ?? {}).map((member) => ['operations', name, 'body', 'drops', member]),
  );
  return [
    ...Object.keys(file.drops ?? {}).map((field) => ['drops', field]),
    ...bodyDrops,
    ...statements(file).map(({ path }) => path),
  ].map(dropped);
}

/** Operators that make the mutants of a file beside those of its rules. */
export const fileOperators = [changeEnvelope, changeIndex, changeOperation, changeStatement, dropStatement];

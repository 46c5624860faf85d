import type { Field } from '../../contract/field';
import type { Path } from '../../mapping/yaml/yamlDocument';
import type { FeedEntry, IndexEntry, OperationEntry } from '../../mapping/yaml/mappingFile';
import { NO_CONTENT } from '../../mapping/compile/compiledOperation';
import { parameterNames } from '../../mapping/compile/pathParameters';
import { type Mutant, type MutationSubject, ruleGroups } from './mutant';
import { codecCall } from '../../mapping/yaml/ruleEntry';
import { leafPaths, sourcePath } from '../../mapping/compile/sourcePath';
import { balancedDrops } from './sourceMutants';

const put = (what: string, path: Path, value: unknown): Mutant => ({ what, path, edits: [{ path, value }] });

function otherTypes(entry: OperationEntry, path: Path): readonly Mutant[] {
  // An answer that is not the resource does not show its id: then any text may be the id.
  const showsId = entry.answer === undefined && entry.success !== NO_CONTENT;
  return parameterNames(entry.v1).map((name) => {
    const ownKind = entry.parameters?.[name];
    const type = ownKind === 'integer' || (ownKind === 'id' && showsId) ? 'text' : 'integer';
    return put(`parameter ${name} is ${type}`, [...path, 'parameters', name], type);
  });
}

/** Returns the same feed from another v1 parameter, or with the words of two values exchanged. */
function nearFeeds(feed: FeedEntry, parameterNames1: readonly string[]): readonly FeedEntry[] {
  if ('from' in feed) return parameterNames1.filter((name) => name !== feed.from).map((from) => ({ from }));
  if ('by' in feed) return parameterNames1.filter((name) => name !== feed.by).map((by) => ({ ...feed, by }));
  if (!('words' in feed)) return [];
  const words = Object.entries(feed.words);
  return words.slice(1).map(([name, word], index) => {
    const [wordBefore = name, wordAfter = word] = words[index] ?? [];
    return { ...feed, words: { ...feed.words, [name]: wordAfter, [wordBefore]: word } };
  });
}

function otherFeeds({ v1, v2, path: written }: OperationEntry, path: Path): readonly Mutant[] {
  return parameterNames(v2).flatMap((name) => {
    const feed = written?.[name] ?? { from: name };
    return nearFeeds(feed, parameterNames(v1)).map((feedMutant) =>
      put(`${name} fed by ${JSON.stringify(feedMutant)}`, [...path, 'path', name], feedMutant),
    );
  });
}

/** Replaces each attribute that is shown on demand by another one that may be null. */
function otherShown({ shownWith = {} }: OperationEntry, path: Path, v1: Field): readonly Mutant[] {
  const members = v1.kind === 'object' ? [...v1.members] : [];
  const nullable = members.filter(([, { nullable: is }]) => is).map(([name]) => name);
  return Object.entries(shownWith).flatMap(([attribute, parameter]) => {
    const at = [...path, 'shownWith'];
    return nullable
      .filter((name) => !(name in shownWith))
      .map((name) => ({
        what: `${name} shown with ${parameter} instead of ${attribute}`,
        path: [...at, attribute],
        edits: [{ path: [...at, attribute] }, { path: [...at, name], value: parameter }],
      }));
  });
}

/** Changes each operation: types and feeds of path parameters, attributes on demand, and no key required. */
export function changeOperation({ file, v1 }: MutationSubject): readonly Mutant[] {
  return Object.entries(file.operations).flatMap(([name, entry]) => {
    const path = ['operations', name];
    return [
      ...otherTypes(entry, path),
      ...otherFeeds(entry, path),
      ...otherShown(entry, path, v1),
      ...(entry.open === true ? [] : [put('asks for no key', [...path, 'open'], true)]),
    ];
  });
}

/** Lists the other v2 paths of the same kind. */
function likeFields(v2: Field, written: string): readonly string[] {
  const ownSource = sourcePath(v2, written);
  return leafPaths(v2).filter((path) => {
    const candidate = sourcePath(v2, path);
    return (
      path !== written && 'kind' in ownSource && 'kind' in candidate && ownSource.kind === candidate.kind
    );
  });
}

function changed({ id, key, prefer }: IndexEntry, path: Path, v2: Field): readonly Mutant[] {
  const read = (role: 'id' | 'key', replacement: string): Mutant => ({
    what: `${role} ${replacement}`,
    path: [...path, role],
    edits: [{ path: [...path, role], value: replacement }],
  });
  const preferred = Object.entries(prefer).flatMap(([field, value]) => {
    const at = [...path, 'prefer', field];
    return likeFields(v2, field).map((replacement) => ({
      what: `prefers by ${replacement}`,
      path: at,
      edits: [{ path: at }, { path: [...path, 'prefer', replacement], value }],
    }));
  });
  return [
    ...likeFields(v2, id).map((replacement) => read('id', replacement)),
    ...likeFields(v2, key).map((replacement) => read('key', replacement)),
    ...preferred,
  ];
}

/** Changes each index: its id, its key and the field that it prefers by. */
export function changeIndex({ file, v2 }: MutationSubject): readonly Mutant[] {
  return Object.entries(file.indexes ?? {}).flatMap(([name, entry]) => changed(entry, ['indexes', name], v2));
}

/** True if some rule writes a date: otherwise no style of dates can be wrong. */
const hasDates = (subject: MutationSubject): boolean =>
  ruleGroups(subject)
    .flat()
    .some(({ entry }) => codecCall(entry.codec).name === 'date');

const styles = ['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds'] as const;

/** Changes the envelope type, the v2 source of the id, and the date style. */
export function changeEnvelope(subject: MutationSubject): readonly Mutant[] {
  const { file, v2 } = subject;
  const { type, id } = file.envelope;
  return [
    {
      what: `type ${type}s instead of ${type}`,
      path: ['envelope', 'type'],
      edits: [{ path: ['envelope', 'type'], value: `${type}s` }],
    },
    ...likeFields(v2, id).map((replacement) => ({
      what: `id from ${replacement} instead of ${id}`,
      path: ['envelope', 'id'],
      edits: [{ path: ['envelope', 'id'], value: replacement }, balancedDrops(subject, [], replacement)],
    })),
    ...styles
      .filter((style) => style !== file.dates && hasDates(subject))
      .map((style) => ({
        what: `dates ${style} instead of ${file.dates}`,
        path: ['dates'],
        edits: [{ path: ['dates'], value: style }],
      })),
  ];
}

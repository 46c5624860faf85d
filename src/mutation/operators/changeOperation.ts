import type { Field } from '../../contract/field';
import type { Path } from '../../document/document';
import type { FeedEntry, OperationEntry } from '../../mapping/mappingFile';
import { parameterNames } from '../../mapping/parameterNames';
import type { Mutant } from '../mutant';
import type { Subject } from '../subject';

const put = (what: string, path: Path, value: unknown): Mutant => ({ what, path, edits: [{ path, value }] });

function otherTypes({ v1, parameters }: OperationEntry, path: Path): readonly Mutant[] {
  return parameterNames(v1).map((name) => {
    const type = parameters?.[name] === 'integer' ? 'text' : 'integer';
    return put(`parameter ${name} is ${type}`, [...path, 'parameters', name], type);
  });
}

/** The same feed drawing on another v1 parameter, or with the words of two values exchanged. */
function nearFeeds(feed: FeedEntry, given: readonly string[]): readonly FeedEntry[] {
  if ('from' in feed) return given.filter((name) => name !== feed.from).map((from) => ({ from }));
  if ('by' in feed) return given.filter((name) => name !== feed.by).map((by) => ({ ...feed, by }));
  if (!('words' in feed)) return [];
  const words = Object.entries(feed.words);
  return words.slice(1).map(([name, word], index) => {
    const [before = name, other = word] = words[index] ?? [];
    return { ...feed, words: { ...feed.words, [name]: other, [before]: word } };
  });
}

function otherFeeds({ v1, v2, path: written }: OperationEntry, path: Path): readonly Mutant[] {
  return parameterNames(v2).flatMap((name) => {
    const feed = written?.[name] ?? { from: name };
    return nearFeeds(feed, parameterNames(v1)).map((other) =>
      put(`${name} fed by ${JSON.stringify(other)}`, [...path, 'path', name], other),
    );
  });
}

/** Each attribute that is shown on demand: another one that may be null in its place. */
function otherShown({ shownWith = {} }: OperationEntry, path: Path, v1: Field): readonly Mutant[] {
  const members = v1.kind === 'object' ? [...v1.members] : [];
  const nullable = members.filter(([, { nullable: is }]) => is).map(([name]) => name);
  return Object.entries(shownWith).flatMap(([attribute, parameter]) => {
    const at = [...path, 'shownWith'];
    return nullable
      .filter((other) => !(other in shownWith))
      .map((other) => ({
        what: `${other} shown with ${parameter} instead of ${attribute}`,
        path: [...at, attribute],
        edits: [{ path: [...at, attribute] }, { path: [...at, other], value: parameter }],
      }));
  });
}

/** Each operation with other types and feeds of path parameters, other attributes on demand, and open to everyone. */
export function changeOperation({ file, v1 }: Subject): readonly Mutant[] {
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

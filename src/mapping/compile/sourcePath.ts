import { type Field, joinPath, pathNames } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import { type Kind, valueKind } from '../codecs/codec';
import { partPaths, type PathStep, stepsTo } from '../translate/translationRule';

/** The field of a contract to which a written path leads. */
export interface Source {
  readonly steps: readonly PathStep[];
  readonly kind: Kind;
  /** The field itself. It is undefined inside a free-form object. */
  readonly field?: Field;
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly secret: boolean;
  /** The contract paths that this source accounts for: `parameters` for `parameters.server`. */
  readonly accounts: readonly string[];
}

/** A path that leads nowhere, with the names that could have continued it. */
interface DeadEnd {
  readonly candidates: readonly string[];
}

/** Facts of a value inside a free-form object, of which nothing is promised. */
const freeFacts = { kind: 'json', nullable: true, optional: true, secret: false } as const;

/** Returns the field that a step leads to: with `each`, the element of the list. */
function fieldAfterStep(field: Field, each: true | undefined): Field | undefined {
  if (each === undefined) return field;
  return field.kind === 'list' ? field.element : undefined;
}

/** Facts of several members that are read together: they are missing if each of them is. */
function factsTogether(sources: readonly Source[]): Pick<Source, 'nullable' | 'optional' | 'secret'> {
  return {
    nullable: sources.every(({ nullable }) => nullable),
    optional:
      sources.some(({ optional }) => optional) &&
      sources.every((source) => source.nullable || source.optional),
    secret: sources.some(({ secret }) => secret),
  };
}

/** Follows a path to several members of one object; it is of kind `parts` if each of them can be read as text. */
function joinedPath(root: Field, path: string): Source | DeadEnd {
  const sources: Source[] = [];
  for (const partPath of partPaths(path)) {
    const partSource = sourcePath(root, partPath);
    if ('candidates' in partSource) {
      const lostName = lastName(partPath);
      return { candidates: partSource.candidates.map((name) => path.replace(lostName, lastName(name))) };
    }
    sources.push(partSource);
  }
  const facts = factsTogether(sources);
  const ends = sources.flatMap(({ steps }) => steps.slice(-1));
  const steps = [
    ...(sources[0]?.steps.slice(0, -1) ?? []),
    { name: ends.map(({ name }) => name).join('+'), parts: ends },
  ];
  const accounts = [...new Set(sources.flatMap((source) => source.accounts))];
  const otherPart = sources.find(({ kind }) => kind !== 'text' && kind !== 'json');
  if (otherPart !== undefined) return { ...otherPart, ...facts, steps, accounts };
  const members = ends.flatMap(({ name }, index): [string, Field][] => {
    const field = sources[index]?.field;
    return field === undefined ? [] : [[name, field]];
  });
  const object = { kind: 'object', members: new Map(members), ...facts } as const;
  return {
    kind: 'parts',
    ...(members.length < sources.length ? {} : { field: object }),
    ...facts,
    steps,
    accounts,
  };
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/**
 * Follows a dotted path through a contract object: `game.slug`, `parts[].name` into the elements of a list or map, or
 * `owner.first+last` to several members; the empty path is the object itself. Members of free-form objects exist by
 * assumption.
 */
export function sourcePath(root: Field, path: string): Source | DeadEnd {
  if (path.includes('+')) return joinedPath(root, path);
  const names = pathNames(path);
  const steps: PathStep[] = [];
  let field = root;
  let nullable = false;
  let optional = false;
  for (const [index, { name, each: isIntoEach }] of stepsTo(path).entries()) {
    if (field.kind === 'freeObject') {
      const freeSteps = names.slice(index).map((freeName) => ({ name: freeName }));
      const accounts = [names.slice(0, index).join('.')];
      return { ...freeFacts, steps: [...steps, ...freeSteps], accounts };
    }
    const members = field.kind === 'object' ? field.members : new Map<string, Field>();
    const next = members.get(name);
    const inner = next && fieldAfterStep(next, isIntoEach);
    if (next === undefined || inner === undefined) {
      return {
        candidates: [...members.keys()].map((member) => [...names.slice(0, index), member].join('.')),
      };
    }
    steps.push(definedMembers({ name, alsoNamed: next.alsoNamed, each: isIntoEach }));
    nullable ||= next.nullable;
    optional ||= next.optional;
    field = inner;
  }
  const { secret } = field;
  return { steps, kind: valueKind(field), field, nullable, optional, secret, accounts: [path] };
}

/**
 * Lists all value paths of a contract, with objects opened: `game.id`, `game.name`, ... The lists at the paths `opened`
 * are opened too: `parts[].name`.
 */
export function leafPaths(field: Field, prefix = '', opened?: ReadonlySet<string>): readonly string[] {
  if (field.kind === 'list' && opened?.has(prefix) === true)
    return leafPaths(field.element, `${prefix}[]`, opened);
  if (field.kind !== 'object') return [prefix];
  return [...field.members].flatMap(([name, member]) => leafPaths(member, joinPath(prefix, name), opened));
}

/** Lists the paths of all members inside lists of objects, which pass with their list: `items[].title`. */
export function membersInLists(field: Field, path = '', isMember = false): readonly string[] {
  const ownPath = isMember && field.kind !== 'object' ? [path] : [];
  if (field.kind === 'list') return [...ownPath, ...membersInLists(field.element, `${path}[]`)];
  if (field.kind !== 'object') return ownPath;
  return [...field.members].flatMap(([name, member]) => membersInLists(member, `${path}.${name}`, true));
}

/** Finds the source at a path. Returns undefined where the path leads nowhere. */
export function sourceAt(root: Field, path: string): Source | undefined {
  const source = sourcePath(root, path);
  return 'candidates' in source ? undefined : source;
}

/** Finds the field at a path. Returns undefined inside a free-form object, and where the path leads nowhere. */
export const fieldAt = (root: Field, path: string): Field | undefined => sourceAt(root, path)?.field;

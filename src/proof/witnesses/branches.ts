import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Field, joinPath } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import { compileGuard } from '../../contract/valueGuard';
import { type PathStep, withoutValueAt, withValueAt } from '../../mapping/translate/translationRule';
import { scalarBranches, type Branch, type MessageSide } from './fieldValues';

/** Options of branchesOf. */
export interface BranchWishes {
  readonly side: MessageSide;
  /** Returns a number that no other value is made of. */
  readonly nextNumber: () => number;
  /** Makes the values that the rules at a path treat differently from a number. */
  readonly extra: (path: string, number: number) => readonly Json[];
  /** Lists the members that rules read inside a free-form object. */
  readonly inside: (path: string) => readonly string[];
}

/** A member's name, its second name, and its possible values. */
interface Member {
  readonly name: string;
  readonly alsoNamed: string;
  readonly branches: readonly Branch[];
}

/** Makes as many objects as the member with most values has; members with fewer repeat their first value. */
function zip(members: readonly Member[]): readonly JsonObject[] {
  const count = Math.max(1, ...members.map(({ branches }) => branches.length));
  return Array.from({ length: count }, (_, index) => {
    const entries = members.map(({ name, alsoNamed, branches }): [string, Branch] => {
      const value = branches[index < branches.length ? index : 0];
      return [index % 2 === 1 ? alsoNamed : name, value];
    });
    return definedMembers(Object.fromEntries(entries));
  });
}

const objectBranches = (
  { members }: Field & { kind: 'object' },
  path: string,
  wanted: BranchWishes,
): readonly Json[] =>
  zip(
    Array.from(members, ([name, member]) => {
      const branches = branchesOf(member, joinPath(path, name), wanted);
      return { name, alsoNamed: member.alsoNamed ?? name, branches };
    }),
  );

/** Makes objects with the members that rules read and one more; also lists if allowed, at least PHP's `[]`. */
function freeBranches(
  field: Field & { kind: 'freeObject' },
  path: string,
  wishes: BranchWishes,
): readonly Json[] {
  const inner = wishes.inside(path).map((name): Member => {
    const values = wishes.extra(joinPath(path, name), wishes.nextNumber());
    return { name, alsoNamed: name, branches: [...values, null, undefined] };
  });
  const number = wishes.nextNumber();
  const note: Member = { name: 'note', alsoNamed: 'note', branches: [`note ${number}`] };
  const lists: readonly Json[] = field.list ? [[`note ${number}`], []] : [[]];
  const extra = wishes
    .extra(path, number)
    .map((value) => (isJsonObject(value) ? { ...value, note: number } : value));
  return [...zip([...inner, note]), ...extra, ...lists];
}

function listBranches(field: Field & { kind: 'list' }, path: string, wanted: BranchWishes): readonly Json[] {
  const { element, keyed, minimumItems = 0, maximumItems = Infinity } = field;
  const inside = () => branchesOf(element, `${path}[]`, wanted).filter((value) => value !== undefined);
  // A list of objects shows every branch of its elements at once.
  const shownCount = element.kind === 'object' ? Infinity : 1;
  const all = [...inside().slice(0, shownCount), ...inside().slice(0, shownCount)].slice(0, maximumItems);
  while (all.length < minimumItems) all.push(...inside().slice(0, 1));
  if (keyed !== true) return [all, []];
  return [Object.fromEntries(all.map((value, index) => [`key ${index}`, value])), {}];
}

function present(field: Field, path: string, wishes: BranchWishes): readonly Json[] {
  if (field.kind === 'object') return objectBranches(field, path, wishes);
  if (field.kind === 'freeObject') return freeBranches(field, path, wishes);
  if (field.kind === 'list') return listBranches(field, path, wishes);
  const number = wishes.nextNumber();
  const fits = compileGuard(field);
  const name = (path.split('.').at(-1) ?? path).replace('[]', '');
  const extra = wishes.extra(path, number).filter((value) => fits(value) === undefined);
  return [...scalarBranches(field, number, name, wishes.side), ...extra];
}

/**
 * Makes values that together show every branch of a contract field, as few as possible. Values inside one branch are
 * pairwise distinct as far as the contract allows.
 */
export function branchesOf(field: Field, path: string, wanted: BranchWishes): readonly Branch[] {
  return [
    ...present(field, path, wanted),
    ...(field.nullable ? [null] : []),
    ...(field.optional ? [undefined] : []),
  ];
}

/** Puts a branch at a path; the absent one removes the value there. */
export const withBranchAt = (root: Json, path: readonly PathStep[], branch: Branch): Json =>
  branch === undefined ? withoutValueAt(root, path) : withValueAt(root, path, branch);

/** Creates the counter that starts with `firstNumber`. */
export function createCounter(firstNumber: number): () => number {
  let number = firstNumber - 1;
  return () => {
    number += 1;
    return number;
  };
}

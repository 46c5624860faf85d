import type { Field } from '../contract/field';
import { compileGuard } from '../contract/guard';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { Branch, Wanted } from './branch';
import { scalarBranches, type ScalarField } from './scalarBranches';
import { joinPath } from '../contract/joinPath';

/** A member's name, its second name, and the ways that it can be. */
interface Member {
  readonly name: string;
  readonly alsoNamed?: string;
  readonly branches: readonly Branch[];
}

/** As many objects as the member with most ways has ways; a member with fewer is then as in the first object. */
function zip(members: readonly Member[]): readonly JsonObject[] {
  const count = Math.max(1, ...members.map(({ branches }) => branches.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      members.flatMap(({ name, alsoNamed, branches }) => {
        const value = index < branches.length ? branches[index] : branches[0];
        return value === undefined ? [] : [[index % 2 === 1 ? (alsoNamed ?? name) : name, value]];
      }),
    ),
  );
}

const objectBranches = (field: Field & { kind: 'object' }, path: string, wanted: Wanted): readonly Json[] =>
  zip(
    [...field.members].map(([name, member]) => ({
      name,
      ...(member.alsoNamed === undefined ? {} : { alsoNamed: member.alsoNamed }),
      branches: branchesOf(member, joinPath(path, name), wanted),
    })),
  );

/** Objects with what rules read in them and one member more; lists where the contract has them, PHP's `[]` at least. */
function freeBranches(field: Field & { kind: 'freeObject' }, path: string, wanted: Wanted): readonly Json[] {
  const inner = wanted.inside(path).map((name): Member => {
    const values = wanted.extra(joinPath(path, name), wanted.next());
    return { name, branches: [...values, null, undefined] };
  });
  const number = wanted.next();
  const note: Member = { name: 'note', branches: [`note ${number}`] };
  const lists: readonly Json[] = field.list ? [[`note ${number}`], []] : [[]];
  const extra = wanted
    .extra(path, number)
    .map((value) => (isJsonObject(value) ? { ...value, note: number } : value));
  return [...zip([...inner, note]), ...extra, ...lists];
}

function listBranches(field: Field & { kind: 'list' }, path: string, wanted: Wanted): readonly Json[] {
  const elements = [0, 1].map(() => branchesOf(field.element, path, wanted)[0] ?? null);
  return [elements, []];
}

function ownBranches(field: ScalarField, path: string, wanted: Wanted): readonly Json[] {
  const number = wanted.next();
  const fits = compileGuard(field);
  const own = scalarBranches(field, path.split('.').at(-1) ?? path, number, wanted.side);
  return [...own, ...wanted.extra(path, number).filter((value) => fits(value) === undefined)];
}

function present(field: Field, path: string, wanted: Wanted): readonly Json[] {
  if (field.kind === 'object') return objectBranches(field, path, wanted);
  if (field.kind === 'freeObject') return freeBranches(field, path, wanted);
  return field.kind === 'list' ? listBranches(field, path, wanted) : ownBranches(field, path, wanted);
}

/**
 * The ways that a contract field lets its value be, each at least once and as few values as show them all. Values
 * inside one way are pairwise distinct as far as the contract lets them.
 */
export function branchesOf(field: Field, path: string, wanted: Wanted): readonly Branch[] {
  return [
    ...present(field, path, wanted),
    ...(field.nullable ? [null] : []),
    ...(field.optional ? [undefined] : []),
  ];
}

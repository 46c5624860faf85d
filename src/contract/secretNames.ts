import type { Field } from './field';

function namesIn(field: Field, name: string): readonly string[] {
  if (field.secret) return [name];
  if (field.kind === 'list') return namesIn(field.element, name);
  if (field.kind !== 'object') return [];
  return [...field.members].flatMap(([inner, member]) => namesIn(member, inner));
}

/** The names of the members that hold secrets, directly or as a list of them. */
export const secretNames = (contracts: Iterable<Field>): ReadonlySet<string> =>
  new Set([...contracts].flatMap((contract) => namesIn(contract, '')));

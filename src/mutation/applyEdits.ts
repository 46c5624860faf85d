import type { Path } from '../document/document';
import type { Edit } from './mutant';

type Members = Readonly<Record<string | number, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function without(members: Members, name: string | number): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => key !== String(name)));
}

function applyEdit(root: unknown, [name, ...rest]: Path, edit: Edit): unknown {
  if (name === undefined) return edit.value;
  const members = membersOf(root);
  if (rest.length === 0 && edit.value === undefined) return without(members, name);
  return { ...members, [name]: applyEdit(members[name], rest, edit) };
}

/** A copy of plain data with the edits made in their order; objects on the way are made where they are missing. */
export function applyEdits(root: unknown, edits: readonly Edit[]): unknown {
  return edits.reduce((value, edit) => applyEdit(value, edit.path, edit), root);
}

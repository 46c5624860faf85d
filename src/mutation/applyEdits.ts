import type { Path } from '../document/document';
import type { Edit } from './mutant';
import { withoutMembers } from './withoutMembers';

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function applyEdit(root: unknown, [name, ...rest]: Path, edit: Edit): unknown {
  if (name === undefined) return edit.value;
  const members = membersOf(root);
  if (rest.length === 0 && edit.value === undefined) return withoutMembers(members, [String(name)]);
  return { ...members, [name]: applyEdit(members[name], rest, edit) };
}

/** A copy of plain data with the edits made in their order; objects on the way are made where they are missing. */
export function applyEdits(root: unknown, edits: readonly Edit[]): unknown {
  return edits.reduce((value, edit) => applyEdit(value, edit.path, edit), root);
}

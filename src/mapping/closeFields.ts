import type { Field } from '../contract/field';
import { joinPath } from '../contract/joinPath';

/** A contract in which the enumerations at `paths` take no other than their known values. */
export function closeFields<Of extends Field>(field: Of, paths: ReadonlySet<string>, at = ''): Of {
  if (field.kind === 'text') return paths.has(at) ? { ...field, closed: true } : field;
  if (field.kind !== 'object') return field;
  const members = [...field.members].map(([name, member]): [string, Field] => [
    name,
    closeFields(member, paths, joinPath(at, name)),
  ]);
  return { ...field, members: new Map(members) };
}

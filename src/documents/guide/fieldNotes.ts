import type { Field } from '../../contract/field';
import type { Codec } from '../../translation/codec';
import type { Phrase } from './guide';

/** How a value is carried between two paths. */
export function carriedOver({ exact, writes }: Codec, v1: string, v2: string): Phrase {
  if (!exact) return `v1 has ${writes.v1}; v2 has ${writes.v2}.`;
  return v1 === v2 ? 'The same.' : 'The same value under another name.';
}

/** What is worth knowing of a v2 field, whichever way its value goes. */
export function fieldNotes(field: Field | undefined): readonly Phrase[] {
  if (field === undefined) return [];
  const known = field.kind === 'text' ? (field.known ?? []) : [];
  return [
    ...(known.length === 0 ? [] : [`Values so far: ${known.map((word) => `\`${word}\``).join(', ')}.`]),
    ...(field.alsoNamed === undefined ? [] : [`The live service also names it \`${field.alsoNamed}\`.`]),
  ];
}

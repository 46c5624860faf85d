import type { Json, JsonObject } from '../../contract/json';
import type { Chance } from './createChance';
import type { Edit, NewEdit, NumberEdit, TextEdit, ValueEdit } from './edit';
import { editNumber } from './editNumber';
import { editText } from './editText';
import { valueAt } from './valueAt';
import { withValueAt } from './withValueAt';

const namesOf = (at: string): readonly string[] => at.split('.');

const isOf =
  <Group extends Edit>(...kinds: readonly Group['kind'][]) =>
  (edit: Edit): edit is Group =>
    kinds.some((kind) => kind === edit.kind);

const isNew = isOf<NewEdit>('set', 'copy', 'count', 'draw', 'token');
const isOfNumber = isOf<NumberEdit>('multiply', 'add', 'round');
const isOfText = isOf<TextEdit>('words', 'case', 'append');

function newValue(thing: JsonObject, edit: NewEdit, { random, count }: Chance): Json | undefined {
  switch (edit.kind) {
    case 'set':
      return edit.value;
    case 'copy':
      return valueAt(thing, namesOf(edit.from));
    case 'count':
      return count();
    case 'draw':
      return random.pick(edit.among);
    case 'token':
      return Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  }
}

function changedValue(value: Json, edit: ValueEdit): Json | undefined {
  switch (edit.kind) {
    case 'cut':
      return typeof value === 'string' || Array.isArray(value) ? value.slice(0, edit.length) : value;
    case 'reverse':
      return Array.isArray(value) ? value.toReversed() : value;
    case 'quote':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'drop':
      return undefined;
  }
}

function renamed(thing: JsonObject, names: readonly string[], to: string): JsonObject {
  const without = withValueAt(thing, names, undefined);
  return withValueAt(without, [...names.slice(0, -1), to], valueAt(thing, names));
}

/** A thing that an answer shows, with one change; a change of what is not there changes nothing. */
export function editThing(thing: JsonObject, edit: Edit, chance: Chance): JsonObject {
  const names = namesOf(edit.at);
  if (isNew(edit)) return withValueAt(thing, names, newValue(thing, edit, chance));
  const value = valueAt(thing, names);
  if (value === undefined) return thing;
  if (edit.kind === 'rename') return renamed(thing, names, edit.to);
  if (isOfNumber(edit)) return withValueAt(thing, names, editNumber(value, edit));
  if (!isOfText(edit)) return withValueAt(thing, names, changedValue(value, edit));
  return typeof value === 'string' ? withValueAt(thing, names, editText(value, edit)) : thing;
}

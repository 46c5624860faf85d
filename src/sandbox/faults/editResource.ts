import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import {
  convert,
  MICRO_PLACES,
  type Micros,
  microsOf,
  printShortest,
  readMicros,
  divideHalfEven,
} from '../values/amounts';
import type { Chance } from '../values/random';
import type { AnswerEdit, NewEdit, NumberEdit, TextEdit, ValueEdit } from './faultSchema';

/** Applies one change to a resource of an answer; a change of a missing value does nothing. */
export function editResource(resource: JsonObject, edit: AnswerEdit, chance: Chance): JsonObject {
  const names = namesOf(edit.at);
  const changed =
    edit.kind === 'rename'
      ? alterAt(resource, names.slice(0, -1), (parent) => renamed(parent, names.at(-1) ?? '', edit.to))
      : alterAt(resource, names, (value) => editValue(value, edit, resource, chance));
  return isJsonObject(changed) ? changed : resource;
}

/** Reads the value at a path of a resource; undefined if there is none. */
export const valueAtPath = (resource: JsonObject, at: AnswerEdit['at']): Json | undefined =>
  namesOf(at).reduce<Json | undefined>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, resource);

const namesOf = (at: AnswerEdit['at']): readonly string[] => (typeof at === 'string' ? at.split('.') : at);

type Alter = (value: Json | undefined) => Json | undefined;

/** Replaces or removes the value at a path; if its parent is missing, nothing changes. */
function alterAt(
  value: Json | undefined,
  [name, ...rest]: readonly string[],
  alter: Alter,
): Json | undefined {
  if (name === undefined) return alter(value);
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => {
      const altered = name === '*' || name === String(index) ? alterAt(element, rest, alter) : element;
      return altered === undefined ? [] : [altered];
    });
  }
  if (!isJsonObject(value)) return value;
  const { [name]: inner, ...others } = value;
  const altered = alterAt(inner, rest, alter);
  return altered === undefined ? others : { ...value, [name]: altered };
}

const isOf =
  <Group extends AnswerEdit>(...kinds: readonly Group['kind'][]) =>
  (edit: AnswerEdit): edit is Group =>
    kinds.some((kind) => kind === edit.kind);

const isNew = isOf<NewEdit>('set', 'numeral', 'copy', 'count', 'draw', 'token');
const isOfNumber = isOf<NumberEdit>('multiply', 'add', 'round', 'decimals', 'exponent');
const isOfText = isOf<TextEdit>('words', 'case', 'append');

function editValue(
  value: Json | undefined,
  edit: NewEdit | NumberEdit | TextEdit | ValueEdit,
  resource: JsonObject,
  chance: Chance,
): Json | undefined {
  if (isNew(edit)) return newValue(resource, edit, chance);
  if (value === undefined) return undefined;
  if (isOfNumber(edit)) return editNumber(value, edit);
  if (!isOfText(edit)) return changedValue(value, edit);
  return typeof value === 'string' ? editText(value, edit) : value;
}

function newValue(resource: JsonObject, edit: NewEdit, { random, count }: Chance): Json | undefined {
  switch (edit.kind) {
    case 'set':
      return edit.value;
    case 'numeral':
      return new ExactNumber(edit.text);
    case 'copy':
      return valueAtPath(resource, edit.from);
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

function renamed(parent: Json | undefined, name: string, to: string): Json | undefined {
  if (!isJsonObject(parent) || !Object.hasOwn(parent, name)) return parent;
  const { [name]: value, ...others } = parent;
  return { ...others, [to]: value };
}

function editText(value: string, edit: TextEdit): string {
  switch (edit.kind) {
    case 'words':
      return new Map(Object.entries(edit.words)).get(value) ?? value;
    case 'case':
      return edit.to === 'upper' ? value.toUpperCase() : value.toLowerCase();
    case 'append':
      return value + edit.text;
  }
}

/** Changes value or form of a number or decimal text; other values, and more than six places, stay as they are. */
function editNumber(value: Json, edit: NumberEdit): Json {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  const micros = readMicros(String(value));
  if (micros === undefined) return value;
  const text = printEdited(String(value), micros, edit);
  if (typeof value === 'string') return text;
  return edit.kind === 'decimals' || edit.kind === 'exponent' ? new ExactNumber(text) : Number(text);
}

function printEdited(text: string, micros: Micros, edit: NumberEdit): string {
  switch (edit.kind) {
    case 'multiply':
      return printShortest(convert(micros, microsOf(edit.by)));
    case 'add':
      return printShortest(micros + microsOf(edit.by));
    case 'round': {
      const unit = 10n ** BigInt(MICRO_PLACES - edit.places);
      return printShortest(divideHalfEven(micros, unit) * unit);
    }
    case 'decimals':
      return `${text}${text.includes('.') ? '' : '.'}${edit.digits}`;
    case 'exponent':
      return Number(text).toExponential().toUpperCase();
  }
}

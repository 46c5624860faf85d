import { ExactNumber, isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import {
  convert,
  divideHalfEven,
  MICRO_PLACES,
  type Micros,
  microsOf,
  printShortest,
  readMicros,
} from '../values/amounts';
import type { Random } from '../values/random';
import type { AnswerEdit } from './faultSchema';

/** Applies one change to a resource of an answer. At a missing value only a replacement, such as `set`, does anything. */
export function editResource(resource: JsonObject, edit: AnswerEdit, random: Random): JsonObject {
  const names = namesOf(edit.at);
  const { kind } = edit;
  const editValue = (value: Json | undefined) =>
    (editors[kind] as Editor<AnswerEdit>)(value, edit, { resource, random, name: names.at(-1) ?? '' });
  // A name is a matter of the object around the value.
  const changed = alterValue(resource, kind === 'rename' ? names.slice(0, -1) : names, editValue);
  return isJsonObject(changed) ? changed : resource;
}

/** Reads the value at a path of a resource. Returns undefined if there is none. */
export const valueAtPath = (resource: JsonObject, path: AnswerEdit['at']): Json | undefined =>
  namesOf(path).reduce<Json | undefined>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isJsonObject(value) ? ownMember(value, name) : undefined;
  }, resource);

const namesOf = (path: AnswerEdit['at']): readonly string[] =>
  typeof path === 'string' ? path.split('.') : path;

type Alter = (value: Json | undefined) => Json | undefined;

/** Replaces or removes the value at a path; if its parent is missing, nothing changes. */
function alterValue(
  value: Json | undefined,
  [name, ...innerNames]: readonly string[],
  alter: Alter,
): Json | undefined {
  if (name === undefined) return alter(value);
  if (Array.isArray(value)) {
    const isEdited = (index: number) => name === '*' || name === String(index);
    return value
      .map((element, index) => (isEdited(index) ? alterValue(element, innerNames, alter) : element))
      .filter((element) => element !== undefined);
  }
  if (!isJsonObject(value)) return value;
  const altered = alterValue(ownMember(value, name), innerNames, alter);
  if (altered !== undefined) return { ...value, [name]: altered };
  return Object.fromEntries(Object.entries(value).filter(([member]) => member !== name));
}

type EditOf<Kind extends AnswerEdit['kind']> = Extract<AnswerEdit, { readonly kind: Kind }>;

/** Makes the value that replaces another. Undefined removes it. */
type Editor<Edit> = (
  value: Json | undefined,
  edit: Edit,
  context: { readonly resource: JsonObject; readonly random: Random; readonly name: string },
) => Json | undefined;

/** Changes a number or decimal text. Leaves other types, and values of more than six places, unchanged. */
const createNumberEditor =
  <Edit>(
    print: (micros: Micros, edit: Edit, text: string) => string,
    toNumber: (text: string) => Json = Number,
  ): Editor<Edit> =>
  (value, edit) => {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    const micros = readMicros(String(value));
    if (micros === undefined) return value;
    const text = print(micros, edit, String(value));
    return typeof value === 'string' ? text : toNumber(text);
  };

const createTextEditor =
  <Edit>(change: (text: string, edit: Edit) => string): Editor<Edit> =>
  (value, edit) =>
    typeof value === 'string' ? change(value, edit) : value;

const exactNumber = (text: string): Json => new ExactNumber(text);

const roundTo = (micros: Micros, places: number): Micros => {
  const unit = 10n ** BigInt(MICRO_PLACES - places);
  return divideHalfEven(micros, unit) * unit;
};

const editors: { readonly [Kind in AnswerEdit['kind']]: Editor<EditOf<Kind>> } = {
  multiply: createNumberEditor((micros, { by }) => printShortest(convert(micros, microsOf(by)))),
  add: createNumberEditor((micros, { by }) => printShortest(micros + microsOf(by))),
  round: createNumberEditor((micros, { places }) => printShortest(roundTo(micros, places))),
  decimals: createNumberEditor(
    (_, { digits }, text) => `${text}${text.includes('.') ? '' : '.'}${digits}`,
    exactNumber,
  ),
  words: createTextEditor((text, { words }) => new Map(Object.entries(words)).get(text) ?? text),
  case: createTextEditor((text, { to }) => (to === 'upper' ? text.toUpperCase() : text.toLowerCase())),
  append: createTextEditor((text, edit) => text + edit.text),
  cut: (value, { length }) =>
    typeof value === 'string' || Array.isArray(value) ? value.slice(0, length) : value,
  reverse: (value) => (Array.isArray(value) ? value.toReversed() : value),
  quote: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  drop: () => undefined,
  set: (_, { value }) => value,
  numeral: (_, { text }) => exactNumber(text),
  copy: (_, { from }, { resource }) => valueAtPath(resource, from),
  count: (_value, _edit, { random }) => random.count(),
  draw: (_, { among }, { random }) => random.pick(among),
  token: (_value, _edit, { random }) =>
    Array.from({ length: 32 }, () => random.below(16).toString(16)).join(''),
  rename: (parent, { to }, { name }) => {
    if (!isJsonObject(parent) || !Object.hasOwn(parent, name)) return parent;
    const { [name]: value, ...members } = parent;
    return { ...members, [to]: value };
  },
};

import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import {
  convert,
  MICRO_PLACES,
  type Micros,
  microsOf,
  printShortest,
  readMicros,
  roundHalfEven,
} from '../values/amounts';
import type { Chance } from '../values/random';
import type { AnswerEdit, NewEdit, NumberEdit, Rewriting, TextEdit, ValueEdit } from './faultSchema';

/** A thing that an answer shows, with one change; a change of what is not there changes nothing. */
export function editThing(thing: JsonObject, edit: AnswerEdit, chance: Chance): JsonObject {
  const names = namesOf(edit.at);
  const changed =
    edit.kind === 'rename'
      ? alterAt(thing, names.slice(0, -1), (parent) => renamed(parent, names.at(-1) ?? '', edit.to))
      : alterAt(thing, names, (value) => editValue(value, edit, thing, chance));
  return isJsonObject(changed) ? changed : thing;
}

/** What stands at a place of a thing; undefined where nothing does. */
const valueAt = (thing: JsonObject, at: AnswerEdit['at']): Json | undefined =>
  namesOf(at).reduce<Json | undefined>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, thing);

const namesOf = (at: AnswerEdit['at']): readonly string[] => (typeof at === 'string' ? at.split('.') : at);

type Alter = (value: Json | undefined) => Json | undefined;

/** The same value with something else at a place, or nothing; where the place is inside of nothing the value stays. */
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
  thing: JsonObject,
  chance: Chance,
): Json | undefined {
  if (isNew(edit)) return newValue(thing, edit, chance);
  if (value === undefined) return undefined;
  if (isOfNumber(edit)) return editNumber(value, edit);
  if (!isOfText(edit)) return changedValue(value, edit);
  return typeof value === 'string' ? editText(value, edit) : value;
}

function newValue(thing: JsonObject, edit: NewEdit, { random, count }: Chance): Json | undefined {
  switch (edit.kind) {
    case 'set':
      return edit.value;
    case 'numeral':
      return new ExactNumber(edit.text);
    case 'copy':
      return valueAt(thing, edit.from);
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

/** A number or decimal text with another value or form, a text as before; anything else, and more than six places, stays. */
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
      return printShortest(roundHalfEven(micros, unit) * unit);
    }
    case 'decimals':
      return `${text}${text.includes('.') ? '' : '.'}${edit.digits}`;
    case 'exponent':
      return Number(text).toExponential().toUpperCase();
  }
}

/** An answer whose body is JSON as it goes out; undefined for none. */
export interface JsonReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

const editAll = (thing: JsonObject, edits: Rewriting['edits'], chance: Chance): JsonObject =>
  edits.reduce((before, edit) => editThing(before, edit, chance), thing);

/** The query that is answered in place of the one that was asked. */
export function rewriteQuery(query: URLSearchParams, { query: edits }: Rewriting, chance: Chance) {
  const answered = editAll(Object.fromEntries(query), edits, chance);
  return new URLSearchParams(
    Object.entries(answered).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number'
        ? [[name, String(value)] as [string, string]]
        : [],
    ),
  );
}

/** An answer with every change made in each of the things that it shows, in what it says of its page and in all of it. */
export function rewriteReply(reply: JsonReply, rewriting: Rewriting, chance: Chance): JsonReply {
  const isSuccess = reply.status < 300;
  const { body } = reply;
  return {
    ...reply,
    status: isSuccess ? (rewriting.status ?? reply.status) : reply.status,
    body:
      isSuccess && rewriting.empty
        ? undefined
        : isJsonObject(body)
          ? rewritten(body, rewriting, chance)
          : body,
  };
}

function rewritten(
  body: JsonObject,
  { edits, where, meta, body: whole }: Rewriting,
  chance: Chance,
): JsonObject {
  const isMeant = (thing: JsonObject): boolean =>
    Object.entries(where).every(([at, value]) => valueAt(thing, at) === value);
  const shown = (thing: Json): Json =>
    isJsonObject(thing) && isMeant(thing) ? editAll(thing, edits, chance) : thing;
  const { data, meta: page } = body;
  const changed = {
    ...body,
    ...(data === undefined ? {} : { data: Array.isArray(data) ? data.map(shown) : shown(data) }),
    ...(isJsonObject(page) ? { meta: editAll(page, meta, chance) } : {}),
  };
  return editAll(changed, whole, chance);
}

import type { Field } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import { eachElement, exactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { LATEST_SECOND } from '../../contract/kinds';
import { misfit } from '../codecs/codec';
import { intString } from '../codecs/numberCodecs';
import { digitsOf } from '../codecs/exactDecimal';
import { readIsoSecond } from '../codecs/dateCodec';
import type { AttributeRule } from './translationRule';

/** Reads a value of another JSON type than the contract's; undefined if the result would be a guess. */
type Coerce = (value: Json) => Json | undefined;

const toNumber: Coerce = (value) => {
  const digits = digitsOf(value);
  return digits === undefined ? undefined : exactNumber(digits);
};

const toInteger: Coerce = (value) => {
  const number = toNumber(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** Reads an instant as whole seconds, which v1 shows. PHP frameworks write dates as ISO text by default. */
const toSecond: Coerce = (value) => {
  const second = (typeof value === 'string' ? readIsoSecond(value) : undefined) ?? toInteger(value);
  return typeof second === 'number' && second >= 0 && second <= LATEST_SECOND ? second : undefined;
};

const booleans = new Map<Json, boolean>([
  [1, true],
  ['1', true],
  [0, false],
  ['0', false],
]);

/** Reads a number as its text; a number never becomes a word of an enumeration. */
const toText =
  (field: Field & { kind: 'text' }): Coerce =>
  (value) =>
    typeof value === 'string' || field.known !== undefined ? undefined : digitsOf(value);

/** Reads the elements of a list; undefined if one cannot be read, because a shorter list would be invented. */
function toList({ element, keyed }: Field & { kind: 'list' }): Coerce {
  const take = takeField(element);
  return (value) => eachElement(value, keyed === true, take);
}

/** Reads the declared members of an object, and no others; undefined if one cannot be read. */
function toObject({ members }: Field & { kind: 'object' }): Coerce {
  const readers = Array.from(members, ([name, field]) => ({ name, field, take: takeField(field) }));
  return (value) => {
    if (!isJsonObject(value)) return undefined;
    const object: JsonObject = {};
    for (const { name, field, take } of readers) {
      const member = value[name] ?? value[field.alsoNamed ?? name] ?? value[name];
      if (member === undefined && field.optional) continue;
      const takenValue = member === undefined ? undefined : take(member);
      if (takenValue === undefined) return undefined;
      object[name] = takenValue;
    }
    return object;
  };
}

/** Readers of the kinds that need no further facts. */
const byKind: Readonly<Record<Exclude<Field['kind'], 'text' | 'list' | 'object'>, Coerce>> = {
  integer: toInteger,
  number: toNumber,
  timestamp: toSecond,
  boolean: (value) => booleans.get(value),
  // PHP arrays are maps: a list is the map of its indexes.
  freeObject: (value) => (Array.isArray(value) ? Object.fromEntries(value.entries()) : undefined),
  money: (value) => value,
  date: (value) => value,
};

function coerce(field: Field): Coerce {
  if (field.kind === 'text') return toText(field);
  if (field.kind === 'object') return toObject(field);
  return field.kind === 'list' ? toList(field) : byKind[field.kind];
}

const holdsObjects = (field: Field): boolean =>
  field.kind === 'list' ? holdsObjects(field.element) : field.kind === 'object';

/** Compiles a v2 field into a reader of present values, of the contract's JSON type or of another one. */
function takeField(field: Field): Coerce {
  const read = coerce(field);
  if (field.kind === 'money') return read; // the codec of money knows every shape
  const guard = holdsObjects(field) ? undefined : compileGuard(field);
  return (value) => {
    if (value === null) return field.nullable ? null : undefined;
    return guard !== undefined && guard(value) === undefined ? value : read(value);
  };
}

/** Compiles a rule's reading of a present value: `undefined` means as if absent, `misfit` means unreadable. */
export function compileTake({
  field,
  codec,
}: AttributeRule & { kind: 'value' }): (value: Json) => Json | undefined | typeof misfit {
  // An id is text in v1, so it may be an integer that no double holds.
  if (field === undefined || codec === intString) return codec.read;
  const take = takeField({ ...field, nullable: false, optional: false });
  return (value) => {
    const takenValue = take(value);
    return takenValue === undefined ? misfit : codec.read(takenValue);
  };
}

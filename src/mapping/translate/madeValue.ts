import type { Field } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import { eachElement, exactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { instants, isSecond } from '../../contract/instantNotations';
import { misfit, same } from '../codecs/codec';
import { intString } from '../codecs/numberCodecs';
import { digitsOf } from '../codecs/exactDecimal';
import {
  type AttributeRule,
  type Missing,
  pathText,
  type PathStep,
  type Policy,
  togetherOf,
} from './translationRule';

/** Reports an upstream value that does not fit: names the place and the rule, never the value. */
export class Mismatch {
  /**
   * @param path place inside the v2 answer, e.g. `data.price_eur`
   * @param expected what was expected there, e.g. `money(6)`
   * @param rule the mapping line at fault, e.g. `currency-offer.yaml:12`; absent when no single rule is
   */
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly rule?: string,
  ) {}
}

/** Makes one value from the value at a source; undefined leaves it out, a Mismatch refuses the whole answer. */
type Make = (value: Json | undefined) => Json | undefined | Mismatch;

/** A rule that makes one value. */
export type ValueRule = AttributeRule & { kind: 'value' };
/** A rule that makes an object. */
export type ObjectRule = AttributeRule & { kind: 'object' };

type Source = (object: JsonObject) => Json | undefined;

function member({ name, alsoNamed, parts }: PathStep): Source {
  if (parts !== undefined) {
    const sources = parts.map((part) => [part.name, member(part)] as const);
    return (object) => togetherOf(sources.map(([part, source]) => [part, source(object)]));
  }
  if (alsoNamed === undefined) return (object) => object[name];
  return (object) => {
    const member = object[name];
    return member ?? object[alsoNamed] ?? member;
  };
}

/** Follows a path; a missing or null object on the way makes the value absent or null. */
export function follow([firstStep, ...laterSteps]: readonly PathStep[]): Source {
  if (firstStep === undefined) return (object) => object;
  const step = member(firstStep);
  if (laterSteps.length === 0) return step;
  const onward = follow(laterSteps);
  return (object) => {
    const inner = step(object);
    return isJsonObject(inner) ? onward(inner) : inner === null ? null : undefined;
  };
}

/** Renders the path of a source, for messages. */
export const sourceText = (path: string, source: readonly PathStep[]): string =>
  source.length === 0 ? path : `${path}.${pathText(source)}`;

function outcome(missing: Missing, asIs: null | undefined, mismatch: Mismatch): Json | undefined | Mismatch {
  switch (missing.kind) {
    case 'refuse':
      return mismatch;
    case 'pass':
      return asIs;
    case 'default':
      return missing.value;
    case 'blank':
      return null;
  }
}

/** Reads a present value: undefined means as if absent, a Mismatch names the path inside it that does not fit. */
type Take = (value: Json) => Json | undefined | Mismatch | typeof misfit;

/** Compiles the values that stand for a source without a readable one. */
const outcomesOf = ({ onNull, onAbsent, onMisfit }: Policy, mismatch: Mismatch) => ({
  whenNull: outcome(onNull, null, mismatch),
  whenAbsent: outcome(onAbsent, undefined, mismatch),
  whenMisfit: outcome(onMisfit, null, mismatch),
});

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
  const second = instants.iso.read(value)?.second ?? toInteger(value);
  return isSecond(second) ? second : undefined;
};

/** Reads an instant in text of any zone and fraction, in the notation that both sides declare; v1 cannot tell a finer one. */
function toInstant({ notation }: Field & { kind: 'instant' }): Coerce {
  const { isText, read, print } = instants[notation];
  return (value) => {
    const instant = isText ? read(value) : undefined;
    return instant && print(instant);
  };
}

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
const byKind: Readonly<Record<Exclude<Field['kind'], 'text' | 'list' | 'object' | 'instant'>, Coerce>> = {
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
  if (field.kind === 'instant') return toInstant(field);
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

/** Passes an instant in its notation, which numbers have to be in; seconds are no milliseconds of the year 1970. */
function sameInstant(field: Field & { kind: 'instant' }): (value: Json) => Json | typeof misfit {
  const take = takeField(field);
  const isMistaken = field.notation === 'unixMilliseconds' ? isSecond : () => false;
  return (value) => (isMistaken(value) ? misfit : (take(value) ?? misfit));
}

/** Compiles a rule's reading of a present value: `undefined` means as if absent, `misfit` means unreadable. */
export function compileTake({ field, codec }: ValueRule): (value: Json) => Json | undefined | typeof misfit {
  // An id is text in v1, so it may be an integer that no double holds.
  if (field === undefined || codec === intString) return codec.read;
  if (field.kind === 'instant') return codec === same ? sameInstant(field) : codec.read;
  const take = takeField({ ...field, nullable: false, optional: false });
  return (value) => {
    const takenValue = take(value);
    return takenValue === undefined ? misfit : codec.read(takenValue);
  };
}

/** Compiles the value that a rule makes from its source. `path` is the path of the object around it. */
export function compileMade(rule: ValueRule, path: string, take: Take = compileTake(rule)): Make {
  const { codec, field } = rule;
  const expected = codec.name === 'same' ? (field?.kind ?? codec.name) : codec.name;
  const mismatch = new Mismatch(sourceText(path, rule.source), expected, rule.place);
  const { whenNull, whenAbsent, whenMisfit } = outcomesOf(rule, mismatch);
  return (value) => {
    if (value === undefined) return whenAbsent;
    if (value === null) return whenNull;
    const converted = take(value);
    if (converted === misfit) return whenMisfit;
    if (converted instanceof Mismatch) return whenMisfit instanceof Mismatch ? converted : whenMisfit;
    return converted === undefined ? whenAbsent : converted;
  };
}

/** Compiles the value of an object rule whose source is not an object. */
export function compileWithout(rule: ObjectRule, path: string): Make {
  const mismatch = new Mismatch(sourceText(path, rule.source), 'object', rule.place);
  const { whenNull, whenAbsent, whenMisfit } = outcomesOf(rule, mismatch);
  return (value) => (value === null ? whenNull : value === undefined ? whenAbsent : whenMisfit);
}

import type { Field } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import { convertElements, exactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { instants, isSecond } from '../../contract/instantNotations';
import { misfit, same } from '../codecs/codec';
import { intString } from '../codecs/numberCodecs';
import { digitsOf } from '../codecs/exactDecimal';
import {
  type AttributeRule,
  type MissingOutcome,
  pathText,
  type PathStep,
  type Policy,
  joinedParts,
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

/** Makes one value from the value at a source. Undefined leaves it out, a Mismatch refuses the whole answer. */
type ValueMaker = (value: Json | undefined) => Json | undefined | Mismatch;

/** A rule that makes one value. */
type ValueRule = AttributeRule & { kind: 'value' };
/** A rule that makes an object. */
export type ObjectRule = AttributeRule & { kind: 'object' };

/** Reads the value at a source from the object that a rule starts in. */
type SourceReader = (object: JsonObject) => Json | undefined;

/** Compiles one step of a path; the second name stands in where the first has no value. */
function compileStep({ name, alsoNamed, parts }: PathStep): SourceReader {
  if (parts !== undefined) {
    const sources = parts.map((partStep) => [partStep.name, compileStep(partStep)] as const);
    return (object) => joinedParts(sources.map(([part, source]) => [part, source(object)]));
  }
  if (alsoNamed === undefined) return (object) => object[name];
  return (object) => {
    const member = object[name];
    return member ?? object[alsoNamed] ?? member;
  };
}

/** Creates the reader of a path. A missing or null object on the way makes the value absent or null. */
export function compileSourcePath([firstStep, ...laterSteps]: readonly PathStep[]): SourceReader {
  if (firstStep === undefined) return (object) => object;
  const readStep = compileStep(firstStep);
  if (laterSteps.length === 0) return readStep;
  const readOnward = compileSourcePath(laterSteps);
  return (object) => {
    const inner = readStep(object);
    if (isJsonObject(inner)) return readOnward(inner);
    return inner === null ? null : undefined;
  };
}

/** Renders the path of a source, for messages. */
export const sourceText = (path: string, source: readonly PathStep[]): string =>
  source.length === 0 ? path : `${path}.${pathText(source)}`;

/** Returns what the attribute becomes where its source has no readable value. */
function valueForMissing(outcome: MissingOutcome, mismatch: Mismatch): Json | undefined | Mismatch {
  switch (outcome.kind) {
    case 'refuse':
      return mismatch;
    case 'omit':
      return undefined;
    case 'default':
      return outcome.value;
    case 'pass':
    case 'blank':
      return null;
  }
}

/** Reads a present value: undefined means as if absent, a Mismatch names the path inside it that does not fit. */
type PresentReader = (value: Json) => Json | undefined | Mismatch | typeof misfit;

/** Compiles the values that stand for a source without a readable one. */
const valuesForMissing = ({ onNull, onAbsent, onMisfit }: Policy, mismatch: Mismatch) => ({
  whenNull: valueForMissing(onNull, mismatch),
  whenAbsent: valueForMissing(onAbsent, mismatch),
  whenMisfit: valueForMissing(onMisfit, mismatch),
});

/** Reads a value of another JSON type than the contract's. Returns undefined if the result would be a guess. */
type Conversion = (value: Json) => Json | undefined;

const toNumber: Conversion = (value) => {
  const digits = digitsOf(value);
  return digits === undefined ? undefined : exactNumber(digits);
};

const toInteger: Conversion = (value) => {
  const number = toNumber(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** Reads an instant as whole seconds, which v1 shows. PHP frameworks write dates as ISO text by default. */
const toSecond: Conversion = (value) => {
  const second = instants.iso.read(value)?.second ?? toInteger(value);
  return isSecond(second) ? second : undefined;
};

/** Creates the conversion of text of any zone and fraction to the declared notation: v1 tells no finer one. */
function compileInstantConversion({ notation }: Field & { kind: 'instant' }): Conversion {
  const { isTextual, read, print } = instants[notation];
  return (value) => {
    const instant = isTextual ? read(value) : undefined;
    return instant && print(instant);
  };
}

/** Values that stand for true and false: JSON's own, and those that PHP frameworks write and take. */
export const booleans: ReadonlyMap<Json, boolean> = new Map<Json, boolean>([
  ...[true, 1, '1'].map((value) => [value, true] as const),
  ...[false, 0, '0'].map((value) => [value, false] as const),
]);

/** Creates the conversion of a number to its text. A number never becomes a word of an enumeration. */
const createTextConversion =
  (field: Field & { kind: 'text' }): Conversion =>
  (value) =>
    typeof value === 'string' || field.known !== undefined ? undefined : digitsOf(value);

/** Creates the conversion of a list. One unreadable element refuses all: a shorter list would be invented. */
function compileListConversion({ element, keyed }: Field & { kind: 'list' }): Conversion {
  const readElement = compileFieldReader(element);
  return (value) => convertElements(value, keyed === true, readElement);
}

/** Creates the conversion of an object's declared members, no others. It returns undefined if one cannot be read. */
function compileObjectConversion({ members }: Field & { kind: 'object' }): Conversion {
  const readers = Array.from(members, ([name, field]) => ({ name, field, take: compileFieldReader(field) }));
  return (value) => {
    if (!isJsonObject(value)) return undefined;
    const object: JsonObject = {};
    for (const { name, field, take } of readers) {
      const member = value[name] ?? value[field.alsoNamed ?? name] ?? value[name];
      if (member === undefined && field.optional) continue;
      const memberValue = member === undefined ? undefined : take(member);
      if (memberValue === undefined) return undefined;
      object[name] = memberValue;
    }
    return object;
  };
}

/** Readers of the kinds that need no further facts. */
const conversionsByKind: Readonly<
  Record<Exclude<Field['kind'], 'text' | 'list' | 'object' | 'instant'>, Conversion>
> = {
  integer: toInteger,
  number: toNumber,
  timestamp: toSecond,
  boolean: (value) => booleans.get(value),
  // PHP arrays are maps: a list is the map of its indexes.
  freeObject: (value) => (Array.isArray(value) ? Object.fromEntries(value.entries()) : undefined),
  money: (value) => value,
  date: (value) => value,
};

/** Chooses the conversion for values that are not of the JSON type of their field. */
function conversionOf(field: Field): Conversion {
  if (field.kind === 'text') return createTextConversion(field);
  if (field.kind === 'object') return compileObjectConversion(field);
  if (field.kind === 'instant') return compileInstantConversion(field);
  return field.kind === 'list' ? compileListConversion(field) : conversionsByKind[field.kind];
}

const hasObjects = (field: Field): boolean =>
  field.kind === 'list' ? hasObjects(field.element) : field.kind === 'object';

/** Creates the reader of a v2 field's present values, of the contract's JSON type or of another one. */
function compileFieldReader(field: Field): Conversion {
  const convert = conversionOf(field);
  if (field.kind === 'money') return convert; // the codec of money knows every shape
  const guard = hasObjects(field) ? undefined : compileGuard(field);
  return (value) => {
    if (value === null) return field.nullable ? null : undefined;
    return guard !== undefined && guard(value) === undefined ? value : convert(value);
  };
}

/** Creates the reader of an instant in its notation, also of numbers: seconds are no milliseconds of 1970. */
function compileInstantReader(field: Field & { kind: 'instant' }): (value: Json) => Json | typeof misfit {
  const readInstant = compileFieldReader(field);
  const hasWrongUnit = field.notation === 'unixMilliseconds' ? isSecond : () => false;
  return (value) => (hasWrongUnit(value) ? misfit : (readInstant(value) ?? misfit));
}

/** Compiles a rule's reading of a present value: `undefined` means as if absent, `misfit` means unreadable. */
export function compileValueReader(rule: ValueRule): (value: Json) => Json | undefined | typeof misfit {
  const { field, codec } = rule;
  // An id is text in v1, so it may be an integer that no double holds.
  if (field === undefined || codec === intString) return codec.read;
  if (field.kind === 'instant') return codec === same ? compileInstantReader(field) : codec.read;
  const readField = compileFieldReader({ ...field, nullable: false, optional: false });
  return (value) => {
    const fieldValue = readField(value);
    return fieldValue === undefined ? misfit : codec.read(fieldValue);
  };
}

/** Compiles the value that a rule makes from its source. `path` is the path of the object around it. */
export function compileMadeValue(
  rule: ValueRule,
  path: string,
  readPresent: PresentReader = compileValueReader(rule),
): ValueMaker {
  const { codec, field } = rule;
  const expected = codec.name === 'same' ? (field?.kind ?? codec.name) : codec.name;
  const mismatch = new Mismatch(sourceText(path, rule.source), expected, rule.place);
  const { whenNull, whenAbsent, whenMisfit } = valuesForMissing(rule, mismatch);
  return (value) => {
    if (value === undefined) return whenAbsent;
    if (value === null) return whenNull;
    const converted = readPresent(value);
    if (converted === misfit) return whenMisfit;
    if (converted instanceof Mismatch) return whenMisfit instanceof Mismatch ? converted : whenMisfit;
    return converted === undefined ? whenAbsent : converted;
  };
}

/** Compiles the value of an object rule whose source is not an object. */
export function compileWithoutObject(rule: ObjectRule, path: string): ValueMaker {
  const mismatch = new Mismatch(sourceText(path, rule.source), 'object', rule.place);
  const { whenNull, whenAbsent, whenMisfit } = valuesForMissing(rule, mismatch);
  return (value) => {
    if (value === null) return whenNull;
    return value === undefined ? whenAbsent : whenMisfit;
  };
}

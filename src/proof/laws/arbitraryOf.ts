import fc, { type Arbitrary } from 'fast-check';
import type { Field } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import { elementsOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { LATEST_SECOND } from '../../contract/kinds';
import { definedMembers } from '../../contract/result';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { moneyShapes } from '../witnesses/fieldValues';

const LATEST_ORDINARY_SECOND = 4_102_444_800;

/** Prints a number of units of 10^-decimals as decimal text with all decimals. */
const decimalText = (units: number, decimals: number): string => (units / 10 ** decimals).toFixed(decimals);

function text({
  known: knownWords = [],
  closed,
  format,
  minimumLength = 0,
}: Field & { kind: 'text' }): Arbitrary<Json> {
  if (format === 'url') return fc.webUrl();
  if (closed === true) return fc.constantFrom(...knownWords);
  const words = fc.constantFrom('', 'ünïcode', 'a+b c', ...knownWords);
  return fc
    .oneof(fc.string({ unit: 'grapheme' }), words)
    .filter((value) => Array.from(value).length >= minimumLength);
}

const units = fc.oneof(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 0, max: 99 }));

const money = ({ currency, decimals }: Field & { kind: 'money' }): Arbitrary<Json> =>
  fc.tuple(units, fc.nat(3)).map(([amount, shape]): Json => {
    const written = decimalText(amount, decimals);
    return moneyShapes(written, amount, currency)[shape] ?? written;
  });

const hintedKeys = ['server', 'level_up_method', 'ign', 'level', '0', 'a b'];

const freeValue = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('by_hand', 'by_bot'),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.integer(), { noNullPrototype: true }),
);

const freeMap: Arbitrary<JsonObject> = fc.dictionary(
  // The JSON reader rejects polluting keys, so the laws never meet them.
  fc.oneof(
    fc.constantFrom(...hintedKeys),
    fc.string({ minLength: 1 }).filter((key) => !/^(__proto__|constructor|prototype)$/.test(key)),
  ),
  freeValue,
  { noNullPrototype: true, maxKeys: 6 },
);

function freeObject({ list }: Field & { kind: 'freeObject' }): Arbitrary<Json> {
  if (list) return fc.oneof(freeMap, fc.array(freeValue, { maxLength: 3 }));
  return fc.oneof({ weight: 5, arbitrary: freeMap }, { weight: 1, arbitrary: fc.constant<Json>([]) });
}

function objectOf({ members }: Field & { kind: 'object' }): Arbitrary<JsonObject> {
  const entries = [...members].map(([name, member]) => {
    const value = arbitraryOf(member);
    const shownValue = member.optional ? fc.option(value, { nil: undefined }) : value;
    return fc.tuple(fc.constantFrom(name, member.alsoNamed ?? name), shownValue);
  });
  return fc.tuple(...entries).map((pairs) => definedMembers(Object.fromEntries(pairs)));
}

function numberOf({ decimals = 3, asText, minimum, maximum }: Field & { kind: 'number' }): Arbitrary<Json> {
  const decimal = units
    .map((amount) => decimalText(amount, decimals).replace(/(?:\.|(\.\d*[1-9]))0+$/, '$1'))
    .filter((text) => Number(text) >= (minimum ?? 0) && Number(text) <= (maximum ?? Infinity));
  const number = decimal.map(Number);
  return asText ? fc.oneof(number, decimal) : number;
}

function integerOf({
  minimum: min = -1_000_000_000,
  maximum: max = 1_000_000_000,
  asText,
}: Field & { kind: 'integer' }): Arbitrary<Json> {
  const number = fc.integer({ min, max });
  return asText ? fc.oneof(number, number.map(String)) : number;
}

const second = fc.oneof(
  fc.integer({ min: 0, max: LATEST_ORDINARY_SECOND }),
  fc.integer({ min: 0, max: 100_000_000_000 }),
);

function listOf({
  element,
  keyed,
  minimumItems = 0,
  maximumItems = 4,
}: Field & { kind: 'list' }): Arbitrary<Json> {
  const maxLength = Math.max(minimumItems, Math.min(maximumItems, 4));
  if (keyed !== true) return fc.array(arbitraryOf(element), { minLength: minimumItems, maxLength });
  return fc.dictionary(fc.constantFrom(...hintedKeys), arbitraryOf(element), { noNullPrototype: true });
}

const arbitraries: {
  readonly [Kind in Field['kind']]: (field: Field & { kind: Kind }) => Arbitrary<Json>;
} = {
  text,
  integer: integerOf,
  number: numberOf,
  boolean: () => fc.boolean(),
  timestamp: () => second,
  date: () => second,
  instant: ({ notation }) =>
    fc
      .record({ second, micros: fc.integer({ min: 0, max: 999_999 }) })
      // Fewer milliseconds look like seconds.
      .filter((instant) => notation !== 'unixMilliseconds' || instant.second > LATEST_SECOND / 1000)
      .map((instant) => instants[notation].print(instant)),
  money,
  freeObject,
  object: objectOf,
  list: listOf,
};

/** Generates the values that a contract field allows, in every shape it allows: the input of the laws. */
export function arbitraryOf(field: Field): Arbitrary<Json> {
  const value = (arbitraries[field.kind] as (field: Field) => Arbitrary<Json>)(field);
  return field.nullable ? fc.option(value, { nil: null, freq: 4 }) : value;
}

type Body = NonNullable<ResolvedOperation['body']>;

/** False for blank texts and empty lists, which v1 takes as not given. */
const isGiven = (value: Json | undefined): boolean =>
  (typeof value !== 'string' || value.trim() !== '') && (!Array.isArray(value) || value.length > 0);

/** True if no required member is blank, at any depth. */
function isFilled(field: Field, value: Json | undefined): boolean {
  if (field.kind === 'list')
    return (elementsOf(value, field.keyed === true) ?? []).every((element) =>
      isFilled(field.element, element),
    );
  if (field.kind !== 'object' || !isJsonObject(value)) return true;
  return [...field.members].every(
    ([name, member]) => (member.optional || isGiven(value[name])) && isFilled(member, value[name]),
  );
}

/** Generates bodies of an operation that v1 accepts: no required member is blank, and conditions are met. */
export const arbitraryBody = ({ v1, requiredWhen }: Body): Arbitrary<Json> =>
  arbitraryOf(v1).filter(
    (body) =>
      isJsonObject(body) &&
      isFilled(v1, body) &&
      Object.entries(requiredWhen).every(([name, condition]) => {
        const flag = body[condition];
        return isJsonObject(body[name]) || !(flag === true || flag === 1 || flag === '1');
      }),
  );

import fc from 'fast-check';
import type { Field } from '../../../src/contract/field';
import type { Json, JsonObject } from '../../../src/contract/json';
import { freeObject } from './freeObject';
import { text } from './text';

/** Values of members that depend on more than their own field, such as the slug of a game, by name. */
export type Pins = Readonly<Record<string, fc.Arbitrary<Json>>>;

type Of<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>;

const MOST = 1_000_000;

function integer({ minimum = -MOST, maximum = MOST, asText }: Of<'integer'>): fc.Arbitrary<Json> {
  const number = fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
  return asText ? fc.oneof(number, number.map(String)) : number;
}

/** A number of so many places that a double holds it as it is written. */
function decimal({ minimum = 0, maximum = MOST, decimals = 2, asText }: Of<'number'>): fc.Arbitrary<Json> {
  const unit = 10 ** decimals;
  const written = fc
    .oneof(
      fc.integer({ min: Math.ceil(minimum * unit), max: Math.floor(maximum * unit) }),
      fc.integer({ min: Math.ceil(minimum * unit), max: Math.ceil(minimum * unit) + 1_000 }),
    )
    .map((units) => (units / unit).toFixed(decimals));
  return asText ? fc.oneof(written, written.map(Number)) : written.map(Number);
}

function words({ known, closed, format, maximumLength }: Of<'text'>): fc.Arbitrary<Json> {
  if (closed === true) return fc.constantFrom(...(known ?? []));
  return format === 'url' ? fc.webUrl() : text(maximumLength);
}

type Scalar = Extract<Field, { kind: 'text' | 'integer' | 'number' | 'boolean' }>;

function scalar(field: Scalar): fc.Arbitrary<Json> {
  switch (field.kind) {
    case 'text':
      return words(field);
    case 'integer':
      return integer(field);
    case 'number':
      return decimal(field);
    case 'boolean':
      return fc.boolean();
  }
}

function present(field: Field): fc.Arbitrary<Json> {
  if (field.kind === 'freeObject') return freeObject;
  if (field.kind === 'object') return validObject(field);
  if (field.kind === 'list') return fc.array(validValue(field.element), { minLength: 1, maxLength: 3 });
  if (field.kind === 'timestamp' || field.kind === 'date' || field.kind === 'money') {
    throw new Error(`no request holds a ${field.kind}`);
  }
  return scalar(field);
}

function validValue(field: Field): fc.Arbitrary<Json> {
  const value = present(field);
  return field.nullable ? fc.option(value, { nil: null, freq: 5 }) : value;
}

/** Any object that a contract describes: members that may be absent sometimes are. */
export function validObject({ members }: Of<'object'>, pins: Pins = {}): fc.Arbitrary<JsonObject> {
  const model = [...members].map(([name, member]) => [name, pins[name] ?? validValue(member)] as const);
  const required = [...members].filter(([, member]) => !member.optional).map(([name]) => name);
  return fc.record(Object.fromEntries(model), { requiredKeys: required });
}

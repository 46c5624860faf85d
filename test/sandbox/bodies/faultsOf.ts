import fc from 'fast-check';
import type { Field } from '../../../src/contract/field';
import type { Json, JsonObject } from '../../../src/contract/json';

/** A value that breaks one rule of a member, and the field that the refusal must name. */
export interface Fault {
  readonly field: string;
  /** Undefined if the fault is a missing member. */
  readonly value: Json | undefined;
}

type Of<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>;

function outside({ minimum, maximum }: Of<'integer' | 'number'>): fc.Arbitrary<Json>[] {
  return [
    ...(minimum === undefined ? [] : [fc.integer({ min: -MOST, max: Math.ceil(minimum) - 1 })]),
    ...(maximum === undefined ? [] : [fc.integer({ min: maximum + 1, max: maximum + MOST })]),
  ];
}

const MOST = 1_000_000_000;

const tooFine = ({ decimals = 2 }: Of<'number'>) =>
  fc.integer({ min: 1, max: 9 }).chain((digit) => {
    const written = `1.${'0'.repeat(decimals)}${digit}`;
    return fc.constantFrom<Json>(written, Number(written));
  });

function wrongText({ maximumLength, known, closed, format }: Of<'text'>): fc.Arbitrary<Json>[] {
  return [
    fc.constantFrom<Json>(5, true, {}, ['x']),
    ...(maximumLength === undefined ? [] : [fc.constant('x'.repeat(maximumLength + 1))]),
    ...(closed === true ? [fc.string({ minLength: 1 }).filter((word) => !known?.includes(word))] : []),
    ...(format === 'url'
      ? [fc.constantFrom('picture', 'ftp://example.com/1.png', '//example.com/1.png')]
      : []),
  ];
}

function wrongNumber(field: Of<'integer' | 'number'>): fc.Arbitrary<Json>[] {
  const never = fc.constantFrom<Json>('many', '1e3', true, {}, []);
  if (field.kind === 'number') return [never, tooFine(field), ...outside(field)];
  return [never, fc.constantFrom<Json>(0.5, '1.5', ...(field.asText ? [] : ['5'])), ...outside(field)];
}

const WRONG_KINDS = {
  boolean: ['perhaps', 'true', 2, -1, {}, []],
  object: ['soon', 5, true, []],
  list: ['x', 5, true, {}, []],
  freeObject: ['gold', 5, true],
} as const satisfies Partial<Record<Field['kind'], readonly Json[]>>;

/** Values of a wrong kind, beyond a limit or outside an enumeration. */
function wrongValues(field: Field): fc.Arbitrary<Json>[] {
  if (field.kind === 'text') return wrongText(field);
  if (field.kind === 'integer' || field.kind === 'number') return wrongNumber(field);
  if (field.kind === 'timestamp' || field.kind === 'date' || field.kind === 'money') return [];
  const wrong = fc.constantFrom<Json>(...WRONG_KINDS[field.kind]);
  return field.kind === 'freeObject' && !field.list ? [wrong, fc.constant(['x'])] : [wrong];
}

/** Faults inside a value: of a member of an object whose others are as in `whole`, or of the only item of a list. */
function innerFaults(field: Field, name: string, whole: Json | undefined): fc.Arbitrary<Fault>[] {
  if (field.kind === 'list') {
    const item = faultsOf(field.element, '0', undefined).filter(({ value }) => value !== undefined);
    return [item.map((fault) => ({ field: `${name}.${fault.field}`, value: [fault.value ?? null] }))];
  }
  if (field.kind !== 'object') return [];
  const others = whole as JsonObject;
  return [...field.members].map(([inner, member]) =>
    faultsOf(member, inner, others[inner]).map((fault) => ({
      field: `${name}.${fault.field}`,
      value: changed(others, inner, fault.value),
    })),
  );
}

/** Every kind of single fault of a member; `whole` is a value of it that has none. */
export function faultsOf(field: Field, name: string, whole: Json | undefined): fc.Arbitrary<Fault> {
  const missing: (Json | undefined)[] = [
    ...(field.nullable ? [] : [null]),
    ...(field.optional ? [] : [undefined]),
  ];
  return fc.oneof(
    ...wrongValues(field).map((values) => values.map((value) => ({ field: name, value }))),
    ...missing.map((value) => fc.constant({ field: name, value })),
    ...innerFaults(field, name, whole),
  );
}

/** An object with one member changed, or taken out. */
export function changed(whole: JsonObject, name: string, value: Json | undefined): JsonObject {
  const others = Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));
  return value === undefined ? others : { ...others, [name]: value };
}

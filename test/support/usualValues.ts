import fc from 'fast-check';
import type { Field } from '../../src/contract/field';
import type { Json } from '../../src/contract/json';

const word = fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '9', '/', 'é', '€', '"', '\\', '😀') });

/** Values of a field as services send them day by day. */
export function usual(field: Field): fc.Arbitrary<Json> {
  const value = usualKind(field);
  return field.nullable ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value;
}

const scalars = {
  boolean: fc.boolean(),
  integer: fc.nat(),
  number: fc.nat(),
  timestamp: fc.nat(),
  date: fc.nat(),
  money: fc.nat(9_999).map((cents) => (cents / 100).toFixed(2)),
  freeObject: fc.dictionary(
    fc.constantFrom('server', 'level', 'ign', 'rank', '7', 'b'),
    fc.oneof(
      { weight: 9, arbitrary: fc.oneof(word, fc.nat(), fc.boolean(), fc.array(word)) },
      fc.jsonValue({ maxDepth: 1 }),
    ),
  ),
};

function usualKind(field: Field): fc.Arbitrary<Json> {
  if (field.kind === 'text') return field.known === undefined ? word : fc.constantFrom(...field.known);
  if (field.kind === 'list') return fc.array(usual(field.element), { maxLength: 3 });
  if (field.kind !== 'object') return scalars[field.kind] as fc.Arbitrary<Json>;
  return fc.record(Object.fromEntries([...field.members].map(([name, member]) => [name, usual(member)])));
}

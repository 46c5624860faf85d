import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/contract/json';
import { text } from './text';

const value: fc.Arbitrary<Json> = fc.oneof(
  text(50),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text(20), { maxLength: 3 }),
);

/** JSON objects such as offers carry, without numbers that a double would change. */
export const freeObject: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 10 }).filter((name) => name !== '__proto__'),
  value,
  { maxKeys: 5 },
);

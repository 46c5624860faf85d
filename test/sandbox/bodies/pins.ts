import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/contract/json';
import { text } from './text';
import type { Pins } from './validValue';

const deliveryTime: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    duration: fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom('0', '45', '1000000')),
    unit: fc.constantFrom('minutes', 'hours', 'days'),
  }),
  fc.constant({ duration: 0, unit: 'seconds' }),
);

/** Members of offers whose rules span several of their parts: seconds are instant, items are lists of texts. */
export const offerPins: Pins = {
  delivery_time: deliveryTime,
  game_items: fc.dictionary(fc.constantFrom('skins', 'mounts'), fc.array(text(20), { maxLength: 3 })),
  is_manual: fc.constantFrom<Json>(true, false, 1, 0, '1', '0'),
};

/** Reports whether a flag of a body is set. */
export const isSet = (flag: Json | undefined): boolean => flag === true || flag === 1 || flag === '1';

/** Completes a body for its way of delivery: manual needs a time, instant needs credentials. */
export function completed(body: JsonObject, delivered: JsonObject): JsonObject {
  const required = isSet(body.is_manual) ? { delivery_time: { duration: 2, unit: 'days' } } : delivered;
  const missing = Object.entries(required).filter(([name]) => body[name] == null);
  return { ...body, ...Object.fromEntries(missing) };
}

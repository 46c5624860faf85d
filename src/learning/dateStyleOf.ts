import { isJsonObject, type Json } from '../contract/json';
import type { DateStyle } from '../translation/codecs/date';
import type { Example } from './example';

const STYLES: readonly (readonly [DateStyle, RegExp])[] = [
  ['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['isoMilliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/],
  ['isoMicroseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/],
];

function* textsIn(value: Json | undefined): Generator<string> {
  if (typeof value === 'string') yield value;
  if (isJsonObject(value)) for (const member of Object.values(value)) yield* textsIn(member);
}

/** The style in which v1 writes dates, also inside objects: the one that most texts have; seconds where none is one. */
export function dateStyleOf(examples: readonly Example[]): DateStyle {
  const texts = examples.flatMap(({ v1 }) => [...textsIn(v1)]);
  const [first] = STYLES.map(([style, looks]) => {
    return { style, count: texts.filter((text) => looks.test(text)).length };
  }).toSorted((one, other) => other.count - one.count);
  return first === undefined || first.count === 0 ? 'unix' : first.style;
}

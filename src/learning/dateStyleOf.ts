import type { DateStyle } from '../translation/codecs/date';
import type { Example } from './example';

const STYLES: readonly (readonly [DateStyle, RegExp])[] = [
  ['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['isoMilliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/],
  ['isoMicroseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/],
];

/** How v1 writes dates, going by what it shows: as seconds unless some text is one. */
export function dateStyleOf(examples: readonly Example[]): DateStyle {
  const texts = examples.flatMap(({ v1 }) => Object.values(v1).filter((value) => typeof value === 'string'));
  return STYLES.find(([, looks]) => texts.some((text) => looks.test(text)))?.[0] ?? 'unix';
}

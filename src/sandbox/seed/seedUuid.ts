import type { Random } from './random';

/** A version 4 UUID (RFC 9562 5.4) from a repeatable source. */
export function seedUuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16));
  digits[12] = '4';
  digits[16] = random.pick(['8', '9', 'a', 'b']);
  const text = digits.join('');
  return [8, 12, 16, 20, 32].map((end, index) => text.slice([0, 8, 12, 16, 20][index], end)).join('-');
}

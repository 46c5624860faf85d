import { type Micros } from './micros';
import { readDecimal } from './readDecimal';

/** An amount of a checked body in millionths. Throws for text that no rule let through. */
export function microsOf(amount: number | string): Micros {
  const micros = readDecimal(String(amount));
  if (micros === undefined) throw new Error('an amount was not checked before it was read');
  return micros;
}

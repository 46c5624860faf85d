import { MICRO_PLACES, type Micros } from './micros';
import { printDecimal } from './printDecimal';

/** Prints millionths as decimal text without trailing zeros: `0.5`, `12`, `0.000012`. */
export function printShortest(micros: Micros): string {
  return printDecimal(micros, MICRO_PLACES).replace(/\.?0+$/, '');
}

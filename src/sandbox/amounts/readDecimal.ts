import { MICRO_PLACES, type Micros } from './micros';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Reads plain decimal text such as `12.5` as millionths; undefined for any other text or more than six places. */
export function readDecimal(text: string): Micros | undefined {
  const parts = DECIMAL.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '0', fraction = ''] = parts;
  if (fraction.length > MICRO_PLACES) return undefined;
  const size = BigInt(whole + fraction.padEnd(MICRO_PLACES, '0'));
  return sign === '-' ? -size : size;
}

import { isNumber } from './isNumber';
import type { Json } from './json';

const decimalText = /^-?\d+(\.\d+)?$/;

/** True for a decimal number, as a JSON number or as plain decimal text. */
export const isDecimal = (value: Json): boolean =>
  isNumber(value) || (typeof value === 'string' && decimalText.test(value));

import { isDecimal } from './isDecimal';
import { isJsonObject, type Json } from './json';

/** True for the two object shapes in which the live service sends money: main units in `value`, or in `amount`. */
export function isMoneyObject(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { currency, value: main, amount } = value;
  if (typeof currency === 'string') return amount !== undefined && isDecimal(amount);
  return (
    isJsonObject(currency) && typeof currency['code'] === 'string' && main !== undefined && isDecimal(main)
  );
}

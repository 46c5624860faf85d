/** A decimal number as a whole one and where its point stands: `digits / 10^places`. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** Reads canonical decimal text. */
export function decimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

/** Two decimals as whole numbers of one unit, and the places of that unit. */
export function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: its }: Decimal) => digits * 10n ** BigInt(places - its);
  return [scaled(one), scaled(other), places];
}

/** Far beyond any amount; longer numbers cost time and stand in no relation. */
export const MOST_DIGITS = 60;

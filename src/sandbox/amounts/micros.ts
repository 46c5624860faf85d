/** An amount in millionths of its currency: the six decimal places that prices may have (spec 8) as whole numbers. */
export type Micros = bigint;

/** Decimal places of an amount in millionths. */
export const MICRO_PLACES = 6;

/** One main unit, in millionths. */
export const ONE = 1_000_000n;

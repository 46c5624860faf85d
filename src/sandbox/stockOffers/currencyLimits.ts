/** Bounds of a currency offer's price: six places (spec 8), and small enough that millionths are exact integers. */
export const CURRENCY_PRICE = { places: 6, minimum: 0, maximum: 999_999_999 } as const;

/** Longest description of a currency offer (spec 8). */
export const CURRENCY_DESCRIPTION = 5_028;

/** Largest stock and minimum quantity (spec 8). */
export const LARGEST_QUANTITY = 1_000_000_000;

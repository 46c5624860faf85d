/** A decimal number in digits. */
export interface PlainDecimal {
  readonly isNegative: boolean;
  readonly whole: string;
  /** The decimal places without trailing zeros. */
  readonly fraction: string;
}

const PLAIN = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?$/;

/** Reads a decimal number in plain notation, as PHP's `is_numeric` takes it but without exponent; undefined for other text. */
export function plainDecimal(text: string): PlainDecimal | undefined {
  const parts = PLAIN.exec(text.trim());
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = ''] = parts;
  return { isNegative: sign === '-', whole, fraction: fraction.replace(/0+$/, '') };
}

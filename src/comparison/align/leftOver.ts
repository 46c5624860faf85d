/** The indexes below a length that are not taken. */
export const leftOver = (length: number, taken: ReadonlySet<number>): number[] =>
  Array.from({ length }, (_, index) => index).filter((index) => !taken.has(index));

/** A count with its noun, in groups of three digits: `1 fault`, `2,000 faults`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** A share from 0 to 1 as people read it, e.g. `0.5%`. */
export const percentText = (share: number): string => `${Number((share * 100).toPrecision(3))}%`;

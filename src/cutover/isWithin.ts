/** True when a bucket belongs to a share; one that belongs to a share belongs to every larger one. */
export const isWithin = (bucket: number, percent: number): boolean => bucket < Math.round(percent * 1000);

import type { Step } from './rule';

/** Plain names as steps. */
export const steps = (path: readonly string[]): readonly Step[] => path.map((name) => ({ name }));

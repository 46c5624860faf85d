import type { Step } from '../translation/rule';

/** A dotted path as steps. */
export const stepsTo = (path: string): readonly Step[] => path.split('.').map((name) => ({ name }));

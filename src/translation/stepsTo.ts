import type { Step } from './rule';
import { steps } from './steps';

/** A dotted path as steps. */
export const stepsTo = (path: string): readonly Step[] => steps(path.split('.'));

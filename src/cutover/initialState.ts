import type { CutoverState } from './cutoverState';

/** A resource before its first event: v1 answers, nothing is set. */
export const initialState: CutoverState = {
  stage: { kind: 'v1' },
  since: 0,
  by: '',
  held: undefined,
  killed: false,
  pins: new Map(),
  epoch: '',
  strikes: 0,
  coolUntil: 0,
  closedSteps: new Set(),
};

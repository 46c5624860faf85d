import type { CutoverState } from './cutoverState';
import { isForward } from './isForward';
import type { Step } from './plan';

/**
 * The step of a resource whose turn it is: the first that has not had its chance and still leads forward. A step that
 * was taken is never taken again, also not after a move back: the plan does not climb where evidence has pushed down.
 */
export const nextStep = (steps: readonly Step[], resource: string, state: CutoverState): Step | undefined =>
  steps.find(
    (step) =>
      step.resource === resource && !state.closedSteps.has(step.id) && isForward(state.stage, step.to),
  );

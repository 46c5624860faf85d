import { isInWindow } from './isInWindow';
import type { Judgement } from './judge';
import type { Plan, Step } from './plan';

/** What is to be done about a step now. */
export type PlanAction =
  | { readonly kind: 'wait'; readonly because: 'notBefore' | 'window' }
  | { readonly kind: 'move' }
  /** A person is to be told; afterwards the step has had its chance, or it is looked at again. */
  | { readonly kind: 'tell'; readonly ready: boolean; readonly close: boolean };

/** What a step's date, window and judgement come to. */
export function planAction(plan: Plan, step: Step, { verdict }: Judgement, now: number): PlanAction {
  if (now < step.notBefore) return { kind: 'wait', because: 'notBefore' };
  if (step.window !== undefined && !isInWindow(step.window, now)) return { kind: 'wait', because: 'window' };
  if (verdict !== 'ready') return { kind: 'tell', ready: false, close: step.onNotReady === 'notify' };
  return plan.advance === 'automatic' ? { kind: 'move' } : { kind: 'tell', ready: true, close: true };
}

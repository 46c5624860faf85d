import type { Change } from './change';
import type { CutoverState } from './cutoverState';
import { isForward } from './isForward';

/** True for a change that takes traffic to v1 or stops moves: it is in force before it is written down. */
export function isSafer(change: Change, state: CutoverState): boolean {
  switch (change.kind) {
    case 'kill':
    case 'hold':
    case 'closeStep':
    case 'epoch':
      return true;
    case 'move':
      return !isForward(state.stage, change.to);
    case 'release':
    case 'resolve':
      return false;
    case 'pin':
      return change.side === 'v1';
  }
}

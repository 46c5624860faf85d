import type { Stage } from './stage';

/** How much of the traffic has left v1, on a scale that only orders. */
function distance(stage: Stage): number {
  switch (stage.kind) {
    case 'v1':
      return -2;
    case 'shadow':
      return -1;
    case 'canary':
      return stage.percent;
    case 'v2':
      return 101;
    case 'gone':
      return 102;
  }
}

/** True when the move takes traffic away from v1: only such moves need evidence, and a hold stops them. */
export const isForward = (from: Stage, to: Stage): boolean => distance(to) > distance(from);

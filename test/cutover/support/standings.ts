import type { CutoverState } from '../../../src/cutover/cutoverState';
import type { Standing } from '../../../src/cutover/decide';
import { initialState } from '../../../src/cutover/initialState';
import type { Stage } from '../../../src/cutover/stage';

/** A resource at a stage while v1 lives; the sunset is at 1,000. */
export const standingAt = (
  stage: Stage,
  state: Partial<CutoverState> = {},
  more: Partial<Standing> = {},
): Standing => ({
  state: { ...initialState, stage, ...state },
  sunset: 1_000,
  degraded: false,
  broken: false,
  fallback: true,
  ...more,
});

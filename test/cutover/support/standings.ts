import { type CutoverState, initialState } from '../../../src/cutover/stages/stageState.js';
import type { Standing } from '../../../src/cutover/stages/decide.js';
import type { Stage } from '../../../src/cutover/stages/stage.js';

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

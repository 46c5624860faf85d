import type { Standing } from './decide';
import type { Stage } from './stage';

/** How a resource stands, for figures. */
export interface StandingFigures {
  /** As it works now: after v1's sunset `v2`, whatever was set. */
  readonly stage: Stage['kind'] | 'killed';
  /** Share of the callers that v2 answers, 0 to 100; what the breaker does is not in it. */
  readonly percent: number;
  /** True while the breaker keeps this instance off v2. */
  readonly broken: boolean;
}

function percentOf(stage: Stage): number {
  switch (stage.kind) {
    case 'v1':
    case 'shadow':
    case 'gone':
      return 0;
    case 'canary':
      return stage.percent;
    case 'v2':
      return 100;
  }
}

/** The stage of a resource in figures, at an instant (clock ms). */
export function standingFigures({ state, sunset, broken }: Standing, now: number): StandingFigures {
  if (state.stage.kind === 'gone') return { stage: 'gone', percent: 0, broken: false };
  if (sunset === undefined || now >= sunset) return { stage: 'v2', percent: 100, broken: false };
  if (state.killed) return { stage: 'killed', percent: 0, broken };
  return { stage: state.stage.kind, percent: percentOf(state.stage), broken };
}

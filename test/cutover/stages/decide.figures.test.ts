import { type Standing } from '../../../src/cutover/stages/decide';
import { standingFigures } from '../../../src/cutover/buckets';
import type { CutoverState } from '../../../src/cutover/stages/stageState';
import type { Stage } from '../../../src/cutover/stages/stage';
import { standingAt } from '../support/standings';

const canary: Stage = { kind: 'canary', percent: 12.5 };
type Case = readonly [Stage, Partial<CutoverState>, Partial<Standing>, now: number, string, number, boolean];

describe('the figures of a stage', () => {
  it.each<Case>([
    [{ kind: 'v1' }, {}, {}, 0, 'v1', 0, false],
    [{ kind: 'shadow' }, {}, {}, 0, 'shadow', 0, false],
    [canary, {}, {}, 0, 'canary', 12.5, false],
    [{ kind: 'v2' }, {}, {}, 0, 'v2', 100, false],
    [{ kind: 'gone' }, {}, { broken: true }, 0, 'gone', 0, false],
    [canary, {}, { broken: true }, 999, 'canary', 12.5, true],
    [canary, { killed: true }, {}, 999, 'killed', 0, false],
    [canary, { killed: true }, { broken: true }, 1_000, 'v2', 100, false],
    [{ kind: 'v1' }, {}, { sunset: undefined }, 0, 'v2', 100, false],
    [{ kind: 'gone' }, {}, {}, 1_000, 'gone', 0, false],
  ])('are shown for %j %j %j at %d', (stage, state, more, now, kind, percent, broken) => {
    expect(standingFigures(standingAt(stage, state, more), now)).toEqual({ stage: kind, percent, broken });
  });
});

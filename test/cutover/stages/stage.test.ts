import { type Arbitrary, fc } from '../../support/fastCheck.ts';
import { type ManualChange, refuseChange } from '../../../src/cutover/stages/changeRequest.js';
import { isForward, parseStage, renderStage, type Stage } from '../../../src/cutover/stages/stage.js';
import { type CutoverState, initialState } from '../../../src/cutover/stages/stageState.js';

const stage: Arbitrary<Stage> = fc.oneof(
  fc.constantFrom<Stage>({ kind: 'v1' }, { kind: 'shadow' }, { kind: 'v2' }, { kind: 'gone' }),
  fc.integer({ min: 1, max: 100_000 }).map((share): Stage => ({ kind: 'canary', percent: share / 1000 })),
);

describe('a stage', () => {
  it('is read back as it was written', () => {
    fc.assert(fc.property(stage, (stage) => expect(parseStage(renderStage(stage))).toEqual(stage)));
  });

  it.each(['canary', 'canary 0%', 'canary 100.001%', 'canary 5', 'canary 0.0001%', 'V2', ''])(
    'is not read from "%s"',
    (text) => {
      expect(parseStage(text)).toBeUndefined();
    },
  );

  it('is ahead of another, behind it, or equal', () => {
    fc.assert(
      fc.property(stage, stage, (stage, nextStage) => {
        const same = renderStage(stage) === renderStage(nextStage);
        return Number(isForward(stage, nextStage)) + Number(isForward(nextStage, stage)) === (same ? 0 : 1);
      }),
    );
    const order = ['v1', 'shadow', 'canary 0.001%', 'canary 100%', 'v2', 'gone'].map((text) =>
      parseStage(text),
    );
    for (const [index, next] of order.slice(1).entries()) {
      const previousStage = order[index];
      expect(previousStage !== undefined && next !== undefined && isForward(previousStage, next)).toBe(true);
    }
  });
});

const pin = (side: 'v1' | 'v2' | 'none'): ManualChange => ({ kind: 'pin', caller: 'abc', side });
const pinned = { ...initialState, pins: new Map([['abc', 'v2' as const]]) };

const refuse = (change: ManualChange, state: CutoverState) =>
  refuseChange({ change, resource: 'offer' }, state, 0);

describe('refuseChange', () => {
  it('refuses a pin that changes nothing, so that the log holds changes only', () => {
    expect(refuse(pin('none'), initialState)).toEqual({
      why: 'already',
      sentence: 'caller abc is not pinned at offer',
    });
    expect(refuse(pin('v2'), pinned)).toEqual({
      why: 'already',
      sentence: 'caller abc is pinned to v2 already at offer',
    });
  });

  it('refuses a hold and an agreement that would already have ended', () => {
    const agreed = (until: number): ManualChange => ({
      kind: 'resolve',
      issue: 'abc',
      causes: [],
      agreed: { until, owner: 'ada' },
    });
    const past = { why: 'past', sentence: '1969-12-31T23:59:59.999Z is past: name an instant to come' };
    expect(refuse({ kind: 'hold', until: -1 }, initialState)).toEqual(past);
    expect(refuse(agreed(-1), initialState)).toEqual(past);
    const coming = [refuse({ kind: 'hold', until: 1 }, initialState), refuse(agreed(1), initialState)];
    expect([...coming, refuse({ kind: 'hold' }, initialState)]).toEqual([undefined, undefined, undefined]);
  });

  it('lets a caller be pinned, pinned elsewhere and released', () => {
    const changes = [refuse(pin('v1'), initialState), refuse(pin('v1'), pinned), refuse(pin('none'), pinned)];
    expect(changes).toEqual([undefined, undefined, undefined]);
  });
});

import fc from 'fast-check';
import { isForward, parseStage, renderStage, type Stage } from '../../../src/cutover/stages/stage';

const stage: fc.Arbitrary<Stage> = fc.oneof(
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

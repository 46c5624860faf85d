import { readPlan } from '../../src/cutover/plan';
import { openTestCutover } from './support/openTestCutover';

describe('a step of the plan at a change of the clocks', () => {
  it.each([
    ['skips', '2025-03-30T02:30', '2025-03-30T01:30:00.000Z'],
    ['shows twice', '2025-10-26T02:30', '2025-10-26T01:30:00.000Z'],
  ])('is taken once in the hour that summer time %s', async (_, notBefore, takenText) => {
    const step = { resource: 'offer', to: 'shadow', notBefore, require: { dwell: 0 } };
    const read = readPlan({ advance: 'automatic', zone: 'Europe/Berlin', steps: [step] }, [
      { name: 'offer', operations: ['readOffer'] },
    ]);
    if (!read.ok) throw read.error;
    const cutover = await openTestCutover({ plan: read.plan });
    cutover.clock.at = Date.parse(notBefore.slice(0, 10));
    const moves = () => cutover.events().filter(({ change }) => change.kind === 'move');
    for (let minute = 0; minute < 240; minute += 1) {
      await cutover.tick();
      // A person takes it back at once: the second of the two hours must not take it again.
      if (moves().length === 1) await cutover.moveTo({ kind: 'v1' });
      cutover.clock.at += 60_000;
    }
    expect(moves().map(({ cause, at }) => [cause, new Date(at).toISOString()])).toEqual([
      ['schedule', takenText],
      ['manual', takenText],
    ]);
  });
});

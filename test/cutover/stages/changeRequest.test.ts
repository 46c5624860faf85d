import { type ManualChange, refuseChange } from '../../../src/cutover/stages/changeRequest';
import { type CutoverState, initialState } from '../../../src/cutover/stages/stageState';

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

import { fc } from '../../support/fastCheck.ts';
import {
  chainEntry,
  type Change,
  type StageEntry,
  type StageEvent,
  verifyChain,
} from '../../../src/cutover/stages/stageEvent.js';
import { foldEvent, initialState } from '../../../src/cutover/stages/stageState.js';

const HOUR = 3_600_000;

const entry = (change: Change, more: Partial<StageEntry> = {}): StageEntry => ({
  at: 1,
  actor: 'ada',
  resource: 'account',
  from: 'v1',
  change,
  cause: 'manual',
  reason: 'a reason',
  evidence: [],
  step: '',
  mappingHash: 'e1',
  ...more,
});

function chain(entries: readonly StageEntry[]): StageEvent[] {
  const events: StageEvent[] = [];
  for (const stageEntry of entries) events.push(chainEntry(events.at(-1), stageEntry));
  return events;
}

const stateAfter = (...entries: StageEntry[]) => entries.reduce(foldEvent, initialState);

const toShadow: Change = { kind: 'move', to: { kind: 'shadow' } };
const toCanary: Change = { kind: 'move', to: { kind: 'canary', percent: 5 } };

describe('the log', () => {
  const events = chain([
    entry(toShadow),
    entry(toCanary, { evidence: ['0 of 682 compared requests differ'] }),
    entry({ kind: 'pin', caller: 'abc', side: 'v2' }),
    entry({ kind: 'hold', until: 99 }),
  ]);

  it('is intact as it was written, even if it is empty', () => {
    expect(verifyChain(events)).toEqual({ ok: true, events: 4 });
    expect(verifyChain([])).toEqual({ ok: true, events: 0 });
  });

  it('is broken by a changed byte in any member of any event', () => {
    const members = [
      'actor',
      'resource',
      'from',
      'cause',
      'reason',
      'mappingHash',
      'step',
      'prevHash',
      'hash',
    ];
    fc.assert(
      fc.property(fc.nat(events.length - 1), fc.constantFrom(...members), (index, member) => {
        const broken = events.map((event, at) =>
          at === index ? { ...event, [member]: `${String(Reflect.get(event, member))}!` } : event,
        );
        return !verifyChain(broken).ok;
      }),
    );
    const nextStageEvents = events.map((event) => (event.seq === 2 ? { ...event, change: toShadow } : event));
    expect(verifyChain(nextStageEvents)).toEqual({
      ok: false,
      seq: 2,
      problem: 'it is not what was written',
    });
  });

  it('is broken by a missing event, or by one with a wrong link', () => {
    expect(verifyChain(events.filter(({ seq }) => seq !== 2))).toMatchObject({
      ok: false,
      seq: 3,
      problem: 'line 2 is missing',
    });
    const strange = chain([entry(toCanary), entry(toCanary)]);
    expect(verifyChain([...events.slice(0, 1), ...strange.slice(1)])).toMatchObject({ ok: false, seq: 2 });
  });
});

describe('the state of a resource', () => {
  it('includes pinned callers until they are unpinned', () => {
    const pin = (caller: string, side: 'v1' | 'v2' | 'none') => entry({ kind: 'pin', caller, side });
    const state = stateAfter(pin('a', 'v2'), pin('b', 'v1'), pin('a', 'v1'), pin('b', 'none'));
    expect([...state.pins]).toEqual([['a', 'v1']]);
  });

  it('cools down after each automatic move back, longer each time, until a person moves forward', () => {
    const back = entry(toShadow, { cause: 'breaker', at: 0 });
    const repeatedStageEntry = entry(toCanary, { cause: 'schedule', at: 0 });
    const cooled = [1, 2, 3, 4].map((times) =>
      stateAfter(...Array.from({ length: times }, () => [repeatedStageEntry, back]).flat()),
    );
    expect(cooled.map((state) => state.coolUntil)).toEqual([HOUR, 6 * HOUR, 24 * HOUR, 24 * HOUR]);
    expect(cooled.map((state) => state.strikes)).toEqual([1, 2, 3, 4]);
    expect(stateAfter(repeatedStageEntry, back, entry(toCanary))).toMatchObject({ strikes: 0, coolUntil: 0 });
    expect(stateAfter(repeatedStageEntry, back, entry({ kind: 'move', to: { kind: 'v1' } })).strikes).toBe(1);
    expect(stateAfter(entry(toCanary, { cause: 'breaker' })).strikes).toBe(0);
  });
});

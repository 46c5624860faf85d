import { EvidenceRegistry } from '../../../src/cutover/evidence/evidenceRegistry.js';
import { type CutoverState, initialState } from '../../../src/cutover/stages/stageState.js';
import type { Usage } from '../../../src/cutover/evidence/usage.js';
import { judge } from '../../../src/cutover/evidence/gate.js';
import { standardRequirements } from '../../../src/cutover/plan.js';
import { latencyBelow, latencyClass } from '../../../src/cutover/evidence/traffic.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2025, 10, 3, 12);

interface Seen {
  readonly pairs?: number;
  readonly differing?: number;
  readonly v1?: number;
  readonly v1Errors?: number;
  readonly v2?: number;
  readonly v2Errors?: number;
  readonly v2Milliseconds?: number;
}

const nothing = { pairs: 0, differing: 0, v1: 0, v1Errors: 0, v2: 0, v2Errors: 0, v2Milliseconds: 40 };

/** Evidence as the edge and the comparison would collect it, since an hour ago. */
function collected(seenTraffic: Seen) {
  const { pairs, differing, v1, v1Errors, v2, v2Errors, v2Milliseconds } = { ...nothing, ...seenTraffic };
  const registry = new EvidenceRegistry(() => NOON - HOUR);
  const observe = (observation: Parameters<EvidenceRegistry['observe']>[1]): void =>
    registry.observe('account', observation);
  const serve = (side: 'v1' | 'v2', failed: boolean, milliseconds: number, caller = 'a'): void => {
    const served = { resource: 'account', operation: 'getAccount', because: 'stage', signature: '' } as const;
    registry.countRequest({ ...served, side, caller, failed, milliseconds }, 0, NOON - HOUR);
  };
  for (let index = 0; index < pairs; index += 1) {
    const operation = index % 2 === 0 ? 'getAccount' : 'getByLogin';
    observe({ kind: 'compared', caller: 'a', operation, signature: operation, differs: index < differing });
  }
  for (let index = 0; index < v1; index += 1) serve('v1', index < v1Errors, 40);
  for (let index = 0; index < v2; index += 1) serve('v2', index < v2Errors, v2Milliseconds);
  return { observe, serve, evidence: () => registry.evidenceOf('account') };
}

const DAY = 24 * HOUR;

/** Usage by clients: two operations today, and one three weeks ago. */
const usage: Usage = {
  since: NOON - 30 * DAY,
  days: new Map([
    [Math.floor(NOON / DAY) - 21, new Map([['deleteAccount', 4]])],
    [
      Math.floor(NOON / DAY),
      new Map([
        ['getAccount', 350],
        ['getByLogin', 350],
      ]),
    ],
  ]),
  callers: new Map(),
};
const knownClient = { usage, callerText: (caller: string) => caller };

const moveTo = (to: 'shadow' | 'v2', state: Partial<CutoverState> = {}) => ({
  to: { kind: to } as const,
  state: { ...initialState, ...state },
  requirements: standardRequirements,
  operations: ['getAccount', 'getByLogin'],
  ...knownClient,
});

const judged = (seenTraffic: Seen, state: Partial<CutoverState> = {}, to: 'shadow' | 'v2' = 'v2') =>
  judge({ ...moveTo(to, state), evidence: collected(seenTraffic).evidence() }, NOON);

const sentence = (name: string, ...questions: Parameters<typeof judged>) =>
  judged(...questions).conditions.find((condition) => condition.name === name)?.sentence;

describe('the gate', () => {
  it('is ready if every condition has passed, and gives the reasons', () => {
    const { verdict, conditions } = judged({ pairs: 700, v1: 700 });
    expect(verdict).toBe('ready');
    expect(conditions.map((condition) => condition.sentence)).toEqual([
      '0 of 700 compared requests differ: below 0.5%',
      'v2 has not served anyone yet',
      'v2 has not served anyone yet',
      'every operation that clients used in 14 days, as far as known since 2025-10-21 00:00 UTC, was compared',
      'about 0% of the traffic is of a kind never compared; allowed are 0.5%',
      'every caller with 1% of the traffic was compared',
      'long enough in the present stage',
      'not held',
      'no move back to cool down from',
    ]);
  });

  it('is undecided without data, which is neither success nor failure', () => {
    expect(judged({}).verdict).toBe('undecided');
    expect(sentence('parity', {})).toBe(
      '0 of 0 compared requests differ; needs 682 more clean requests, none has come yet',
    );
  });

  it('is not ready while a noticeable share of an operation was too costly to compare, and names the operation', () => {
    const { observe, evidence } = collected({ pairs: 700, v1: 700 });
    observe({ kind: 'attempted', operation: 'getAccount', compared: 500, tooCostly: 3 });
    observe({ kind: 'attempted', operation: 'listAccounts', compared: 30, tooCostly: 12 });
    const { verdict, conditions } = judge({ ...moveTo('v2'), evidence: evidence() }, NOON);
    expect(verdict).toBe('undecided');
    expect(
      conditions.filter(({ outlook }) => outlook !== 'passed').map(({ sentence: message }) => message),
    ).toEqual([
      expect.stringMatching(/^comparisons given up as too costly: 12 of 42 of listAccounts; see them with/),
    ]);
  });

  it('reports how many more requests it needs, and when they will have arrived', () => {
    expect(sentence('parity', { pairs: 341 })).toBe(
      '0 of 341 compared requests differ; needs 341 more clean requests, about 13:00 UTC at the current rate',
    );
    expect(sentence('parity', { pairs: 10 })).toContain('about 2025-11-06 07:12 UTC at the current rate');
  });

  it('needs no data for a move to shadow', () => {
    expect(judged({}, {}, 'shadow').verdict).toBe('ready');
  });

  it('is failing when more requests differ than allowed', () => {
    expect(judged({ pairs: 700, differing: 40 }).verdict).toBe('failing');
    expect(sentence('parity', { pairs: 700, differing: 40 })).toContain('more than the allowed 0.5%');
  });

  it('compares the errors of v2 with those of v1', () => {
    const pairs = 700;
    expect(judged({ pairs, v1: 400, v2: 400 }).verdict).toBe('ready');
    expect(judged({ pairs, v1: 400, v2: 150 }).verdict).toBe('undecided');
    expect(sentence('errors', { pairs, v1: 400, v2: 150 })).toContain('needs 190 more without a failure');
    expect(judged({ pairs, v1: 400, v2: 400, v2Errors: 40 }).verdict).toBe('failing');
    expect(judged({ pairs, v1: 400, v1Errors: 80, v2: 400, v2Errors: 40 }).verdict).toBe('ready');
    expect(judged({ pairs, v2: 400, v2Errors: 1 }).verdict).toBe('undecided');
  });

  it('compares the latency of v2 with that of v1', () => {
    const pairs = 700;
    const slow = { pairs, v1: 400, v2: 400, v2Milliseconds: 500 };
    expect(judged(slow).verdict).toBe('failing');
    expect(sentence('latency', slow)).toBe(
      "95% of v2's answers within 517 ms, of v1's within 45 ms; allowed are 117 ms",
    );
    expect(sentence('latency', { ...slow, v1: 20 })).toContain('100 requests of each side are needed');
  });

  it('is undecided until every operation, kind of request and important caller was compared', () => {
    const { observe, serve, evidence } = collected({ pairs: 700, v1: 700 });
    const judgedNow = () =>
      judge(
        {
          to: { kind: 'v2' },
          state: initialState,
          evidence: evidence(),
          operations: ['getAccount', 'getByLogin', 'deleteAccount'],
          requirements: { ...standardRequirements, operations: 'all' },
          ...knownClient,
        },
        NOON,
      );
    for (let index = 0; index < 5; index += 1) {
      const rare = { operation: 'getAccount', signature: `rare ${index}`, differs: false } as const;
      observe({ kind: 'compared', caller: 'a', ...rare });
    }
    for (let index = 0; index < 20; index += 1) serve('v1', false, 1, 'late');
    serve('v1', false, 1, 'small');
    const { verdict, conditions } = judgedNow();
    expect(verdict).toBe('undecided');
    expect(
      conditions.filter(({ outlook }) => outlook === 'undecided').map((condition) => condition.sentence),
    ).toEqual([
      'never compared: deleteAccount; to wait only for what clients use, in the plan, read at a restart: require: { operations: used }',
      'about 0.709% of the traffic is of a kind never compared; allowed are 0.5%',
      'callers never compared: late',
    ]);
  });

  it('waits for the dwell, a hold, a kill and a cool-down, and after three strikes for a person', () => {
    const seenEntry = { pairs: 700, v1: 700 };
    const waiting = (state: Partial<CutoverState>) => {
      const { verdict, conditions } = judged(seenEntry, state);
      expect(verdict).toBe('notReady');
      return conditions.filter(({ outlook }) => outlook === 'waiting').map((condition) => condition.sentence);
    };
    expect(waiting({ since: NOON - 1 })).toEqual(['in the present stage until 12:59 UTC at least']);
    expect(waiting({ held: { reason: 'sale', until: undefined } })).toEqual([
      'held until it is released: sale',
    ]);
    expect(waiting({ held: { reason: 'sale', until: NOON + HOUR } })).toEqual(['held until 13:00 UTC: sale']);
    expect(waiting({ killed: true })).toEqual(['killed until it is released']);
    expect(waiting({ strikes: 1, coolUntil: NOON + HOUR })).toEqual(['cooling down until 13:00 UTC']);
    expect(waiting({ strikes: 3 })).toEqual([
      'it went back by itself 3 times: only a person moves it forward now',
    ]);
  });
});

describe('the counted evidence', () => {
  it('counts 10,000 names separately and all others together', () => {
    const { observe, evidence } = collected({});
    for (let index = 0; index < 10_005; index += 1) {
      const name = String(index);
      observe({ kind: 'compared', caller: name, operation: 'x', signature: name, differs: false });
    }
    expect(evidence().callers.size).toBe(10_001);
    expect(evidence().callers.get('(others)')?.compared).toBe(5);
  });

  it('estimates a percentile of latency within 25%', () => {
    const counts = new Map<number, number>();
    for (let milliseconds = 1; milliseconds <= 1_000; milliseconds += 1) {
      const foundCount = latencyClass(milliseconds);
      counts.set(foundCount, (counts.get(foundCount) ?? 0) + 1);
    }
    expect(latencyBelow(counts, 0.95)).toBeGreaterThanOrEqual(950);
    expect(latencyBelow(counts, 0.95)).toBeLessThanOrEqual(950 * 1.25);
    expect(latencyBelow(new Map(), 0.95)).toBe(0);
    expect([latencyClass(0), latencyClass(1e9)]).toEqual([0, 60]);
  });
});

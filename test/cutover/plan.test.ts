import { TZDate } from '@date-fns/tz';
import { fc } from '../support/fastCheck.ts';
import { initialState } from '../../src/cutover/stages/stageState.js';
import { isInWindow, nextStep, planAction } from '../../src/cutover/runPlan.js';
import { localInstant, type Plan, readPlan, type Window } from '../../src/cutover/plan.js';

const MINUTE = 60_000;

const resources = [{ name: 'account', operations: ['getAccount', 'deleteAccount'] }];

const written = {
  zone: 'Europe/Vilnius',
  advance: 'automatic',
  steps: [
    { resource: 'account', to: 'shadow', notBefore: '2025-10-01T09:00', require: { dwell: 0 } },
    {
      resource: 'account',
      to: 'canary 5%',
      notBefore: '2025-11-03T09:00',
      window: { days: ['mon', 'tue'], from: '09:00', to: '17:00' },
      require: { differing: '1%' },
    },
    { resource: 'account', to: 'v2', notBefore: '2025-11-24T09:00', onNotReady: 'notify' },
  ],
};

function plan(advance = 'automatic'): Plan {
  const read = readPlan({ ...written, advance }, resources);
  if (!read.ok) throw new Error(JSON.stringify(read.error.issues));
  return read.plan;
}

describe('a plan', () => {
  it('is read with its times on the clocks of its zone, even across the end of summer time', () => {
    const [firstPlanStep, second] = plan().steps;
    expect(new Date(firstPlanStep?.notBefore ?? 0).toISOString()).toBe('2025-10-01T06:00:00.000Z');
    expect(new Date(second?.notBefore ?? 0).toISOString()).toBe('2025-11-03T07:00:00.000Z');
    expect(second).toMatchObject({
      window: { days: [1, 2], from: 540, to: 1_020 },
      requirements: { differing: 0.01, dwell: 60 * MINUTE },
      onNotReady: 'hold',
    });
    expect(firstPlanStep?.requirements.dwell).toBe(0);
  });

  it('is refused with all of its faults', () => {
    const step = { resource: 'acount', to: 'shadow', notBefore: '2025-02-31T09:00' };
    const window = { days: ['mon'], from: '17:00', to: '09:00' };
    const read = readPlan({ steps: [{ ...step, window }] }, resources);
    expect(
      read.ok ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ).toEqual([
      'steps.0.resource must be one of account',
      'steps.0.notBefore must be a local time such as 2025-11-03T09:00',
      'steps.0.window.to must be later than from',
    ]);
    for (const wrong of [
      { ...written, zone: 'Mars/Olympus' },
      { steps: [{ ...step, to: 'gone' }] },
      { steps: [{ ...step, to: 'v1' }] },
      { steps: [{ ...step, to: 'canary' }] },
    ]) {
      expect(readPlan(wrong, [{ name: 'acount', operations: [] }]).ok).toBe(false);
    }
  });

  it('is refused if it requires an unknown operation of the resource, or an invalid share', () => {
    const step = { resource: 'account', to: 'v2', notBefore: '2025-11-03T09:00' };
    const wrongs = [
      [{ operations: ['getAcount'] }, 'operations.0 must be one of getAccount, deleteAccount'],
      [{ operations: 'some' }, 'operations must be used, all or a list of operations'],
      [{ usedDays: 91 }, 'usedDays Too big: expected number to be <=90'],
    ] as const;
    for (const [require, sentence] of wrongs) {
      const read = readPlan({ steps: [{ ...step, require }] }, resources);
      const [issue] = read.ok ? [] : read.error.issues;
      expect(`${issue?.path.slice(3).join('.') ?? ''} ${issue?.message ?? ''}`).toBe(sentence);
    }
  });

  it('has one due step, which is not taken yet and leads forward', () => {
    const { steps } = plan();
    const ids = steps.map(({ id }) => id);
    expect(nextStep(steps, 'account', initialState)?.id).toBe(ids[0]);
    expect(nextStep(steps, 'offer', initialState)).toBeUndefined();
    const beyond = { ...initialState, stage: { kind: 'canary', percent: 10 } } as const;
    expect(nextStep(steps, 'account', beyond)?.id).toBe(ids[2]);
    const wentBack = { ...initialState, closedSteps: new Set(ids.slice(0, 2)) };
    expect(nextStep(steps, 'account', wentBack)?.id).toBe(ids[2]);
  });
});

describe('a step of a plan', () => {
  const move = { kind: 'move' };
  const notify = (ready: boolean, close: boolean) => ({ kind: 'notify', ready, close });
  it.each([
    ['waits for its date', 0, '2025-09-01T00:00Z', 'ready', { kind: 'wait', because: 'notBefore' }],
    ['waits for its window', 1, '2025-11-05T12:00Z', 'ready', { kind: 'wait', because: 'window' }],
    ['is taken if it is ready', 1, '2025-11-10T12:00Z', 'ready', move],
    [
      'is taken long after its date, as the process may have been down',
      0,
      '2026-03-01T00:00Z',
      'ready',
      move,
    ],
    ['is checked again if it is not ready', 1, '2025-11-10T12:00Z', 'undecided', notify(false, false)],
    ['is left to a person if it is not to wait', 2, '2025-11-24T12:00Z', 'failing', notify(false, true)],
  ] as const)('%s', (_does, index, at, verdict, action) => {
    const [step] = plan().steps.slice(index);
    expect(step && planAction(plan(), step, { verdict, conditions: [] }, Date.parse(at))).toEqual(action);
  });

  it('is only notified if nothing is to move by itself, and stays due until somebody moves', () => {
    const { steps, ...planWithoutSteps } = plan('notify');
    const [step] = steps;
    const ready = { verdict: 'ready', conditions: [] } as const;
    const action =
      step && planAction({ steps, ...planWithoutSteps }, step, ready, Date.parse('2025-10-02T00:00Z'));
    expect(action).toEqual(notify(true, false));
  });
});

describe('a local time of a plan', () => {
  it.each([
    [
      '2025-03-30T02:30',
      'Europe/Berlin',
      /skip 2025-03-30T02:30: .*2025-03-30T01:30:00\.000Z, 2025-03-30T03:30 there$/,
    ],
    [
      '2025-10-26T02:00',
      'Europe/Berlin',
      /show 2025-10-26T02:00 twice: .*2025-10-26T01:00:00\.000Z, the later time$/,
    ],
    ['2025-04-06T01:45', 'Australia/Lord_Howe', /show 2025-04-06T01:45 twice/],
    ['2025-10-26T03:00', 'Europe/Berlin', undefined],
    ['2025-03-30T03:00', 'Europe/Berlin', undefined],
    ['2025-10-26T02:30', 'UTC', undefined],
  ])('has a warning for %s in %s if the clocks skip it or show it twice', (notBefore, zone, warning) => {
    const read = readPlan({ zone, steps: [{ resource: 'account', to: 'shadow', notBefore }] }, resources);
    const expected: unknown[] = warning === undefined ? [] : [expect.stringMatching(warning)];
    expect(read).toMatchObject({ ok: true, plan: { warnings: expected } });
  });

  it.each(['2025-11-03', '2025-11-03T24:00', '2025-13-01T00:00', '2025-02-29T00:00', 'soon'])(
    'is not read from "%s"',
    (text) => {
      expect(localInstant(text, 'UTC')).toBeUndefined();
    },
  );
});

describe('a window of a plan', () => {
  const minutesOpen = (window: Window, day: string) => {
    const start = Date.parse(`${day}T00:00Z`);
    return Array.from({ length: 48 * 60 }, (_, minute) => start + (minute - 12 * 60) * MINUTE).filter(
      (at) => isInWindow(window, at) && new TZDate(at, window.zone).toISOString().startsWith(day),
    ).length;
  };
  const night: Window = { days: [0], from: 120, to: 180, zone: 'Europe/Berlin' };

  it('has no minutes in a skipped hour, and twice as many in a repeated one', () => {
    expect(minutesOpen(night, '2025-03-23')).toBe(60);
    expect(minutesOpen(night, '2025-03-30')).toBe(0);
    expect(minutesOpen(night, '2025-10-26')).toBe(120);
  });

  it('is open exactly on its days, from its first minute up to its last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 24 * 60 }), (minute) => {
        const at = Date.UTC(2025, 0, 1) + minute * MINUTE;
        const utc = new Date(at);
        const ofDay = utc.getUTCHours() * 60 + utc.getUTCMinutes();
        const open = utc.getUTCDay() === 3 && ofDay >= 540 && ofDay < 1_020;
        return isInWindow({ days: [3], from: 540, to: 1_020, zone: 'UTC' }, at) === open;
      }),
    );
  });
});

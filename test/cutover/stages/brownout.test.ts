import { openMemoryStore } from '../../../src/store/wholeStore.js';
import { type Plan, readPlan } from '../../../src/cutover/plan.js';
import { openTestCutover, planOf as planOfOffer } from '../support/openTestCutover.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const resources = [{ name: 'offer', operations: ['readOffer'] }];
const [ADA, BOB] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as const;
/** 12:00 in Vilnius, in summer. */
const AT = Date.parse('2025-10-20T09:00:00Z');

const issuesOf = (written: object): readonly string[] => {
  const read = readPlan(written, resources);
  return read.ok ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

const planOf = (brownout: object = {}): Plan =>
  planOfOffer({ zone: 'Europe/Vilnius', brownouts: [{ at: '2025-10-20T12:00', minutes: 5, ...brownout }] });

describe('the brownouts of a plan', () => {
  it('are read by the clocks of its zone', () => {
    expect(planOf().brownouts).toEqual([
      {
        id: 'brownout of all at 2025-10-20T09:00Z',
        from: AT,
        to: AT + 5 * MINUTE,
        status: 503,
        clients: 'all',
        except: [],
        resources: 'all',
        percent: 100,
      },
    ]);
  });

  it('name every fault: a missing time, an unknown resource, a freeze window, a repetition', () => {
    const entry = { at: '2025-12-24T10:00', minutes: 10 };
    const freeze = [{ from: '2025-12-24T10:09', to: '2025-12-27T00:00' }];
    expect(
      issuesOf({
        brownouts: [
          { ...entry, at: 'noon' },
          { ...entry, resources: ['ofer'] },
        ],
      }),
    ).toEqual([
      'brownouts.0.at: must be a local time such as 2026-01-12T10:00',
      'brownouts.1.resources.0: must be one of offer',
    ]);
    expect(issuesOf({ brownouts: [entry, entry], freeze })).toEqual([
      'brownouts.0.at: must not be in a freeze window',
      'brownouts.1.at: must not be in a freeze window',
      'brownouts.1.at: must not be the same time twice for the same resources',
    ]);
    expect(issuesOf({ brownouts: [entry], freeze: [{ ...freeze[0], from: '2025-12-24T10:10' }] })).toEqual(
      [],
    );
    expect(
      issuesOf({ brownouts: [entry], freeze: [{ from: '2025-12-25T00:00', to: '2025-12-24T00:00' }] }),
    ).toEqual(['freeze.0.to: must be later than from']);
    expect(issuesOf({})).toEqual(['steps: must name a step or a brownout']);
  });
});

describe('a brownout', () => {
  it('refuses in its minutes, however the clock is set, except requests that the operator forces', async () => {
    const cutover = await openTestCutover({ plan: planOf({ status: 410 }) });
    const because = (at: number, caller: string | undefined = ADA, force?: 'v1') => {
      cutover.clock.at = at;
      return cutover.decide('offer', caller, force).because;
    };
    expect(because(AT - 1)).toBe('stage');
    expect(because(AT)).toBe('brownout');
    expect(because(AT + 5 * MINUTE - 1)).toBe('brownout');
    expect(because(AT + 5 * MINUTE)).toBe('stage');
    expect(because(AT + MINUTE)).toBe('brownout');
    expect(because(AT + MINUTE, undefined)).toBe('brownout');
    expect(because(AT + MINUTE, ADA, 'v1')).toBe('forced');
    expect(cutover.decide('offer', ADA)).toMatchObject({
      side: 'gone',
      brownout: { until: AT + 5 * MINUTE, status: 410 },
    });
  });

  it('refuses its clients only, by name or fingerprint, and spares the exceptions', async () => {
    const named = await openTestCutover({
      plan: planOf({ clients: ['ada', BOB], except: [BOB] }),
      keyNames: () => new Map([[ADA, 'ada']]),
    });
    named.clock.at = AT;
    const side = (caller: string | undefined) => named.decide('offer', caller).because;
    expect([side(ADA), side(BOB), side('cccccccccccc'), side(undefined)]).toEqual([
      ...['brownout', 'stage', 'stage', 'stage'],
    ]);
  });

  it('refuses a growing share of the clients: the same and more', async () => {
    const callers = Array.from({ length: 1_000 }, (_, at) => at.toString(16).padStart(12, '0'));
    const refusedBy = async (percent: number): Promise<ReadonlySet<string>> => {
      const cutover = await openTestCutover({ plan: planOf({ percent }) });
      cutover.clock.at = AT;
      return new Set(callers.filter((caller) => cutover.decide('offer', caller).because === 'brownout'));
    };
    const [few, more] = [await refusedBy(10), await refusedBy(50)];
    expect([...few].every((caller) => more.has(caller))).toBe(true);
    expect(few.size).toBeGreaterThan(60);
    expect(few.size).toBeLessThan(140);
    expect(more.size).toBeGreaterThan(430);
    expect(more.size).toBeLessThan(570);
  });

  it('is announced a week, a day and an hour before, once each, and logged with the refused clients', async () => {
    const store = (await openMemoryStore()).cutover;
    const plan = planOf();
    const firstTestCutover = await openTestCutover({ plan, store });
    const kinds = (): readonly string[] =>
      firstTestCutover.notices
        .filter(({ kind }) => kind === 'brownout')
        .map(({ text }) => text.split(' (')[0] ?? '');
    for (const countBefore of [8 * DAY, 7 * DAY, 6 * DAY, DAY, 2 * HOUR, HOUR, MINUTE]) {
      firstTestCutover.clock.at = AT - countBefore;
      await firstTestCutover.tick();
    }
    expect(kinds()).toEqual([
      'v1 is switched off for a while in a week',
      'v1 is switched off for a while in a day',
      'v1 is switched off for a while in an hour',
    ]);
    const second = await openTestCutover({ plan, store });
    second.clock.at = AT - MINUTE;
    await second.tick();
    expect(second.notices).toEqual([]);
    second.clock.at = AT;
    await second.tick();
    const served = { resource: 'offer', operation: 'readOffer', side: 'v1', failed: false } as const;
    const refused = {
      ...served,
      because: 'brownout',
      milliseconds: 0,
      signature: plan.brownouts[0]?.id ?? '',
    } as const;
    for (const caller of [ADA, ADA, BOB]) second.served({ ...refused, caller });
    second.clock.at = AT + 5 * MINUTE;
    await second.tick();
    const last = second.events().at(-1);
    expect(last).toMatchObject({ resource: '*', change: { kind: 'brownout', phase: 'ended' } });
    expect(last?.evidence).toEqual([`refused 2 of ${ADA}`, `refused 1 of ${BOB}`]);
    expect(await second.verify()).toEqual({ ok: true, events: 5 });
    expect(second.brownouts()).toMatchObject([{ state: 'over', refused: 3 }]);
  });

  it('goes on after a restart, is stopped at once, stays stopped after another, and leaves the next one unchanged', async () => {
    const store = (await openMemoryStore()).cutover;
    const plan = planOf();
    const [brownout] = plan.brownouts;
    if (brownout === undefined) throw new Error('unreachable');
    const next = { ...brownout, id: 'next', from: AT + DAY, to: AT + DAY + MINUTE };
    const both = { ...plan, brownouts: [brownout, next] };
    const firstTestCutover = await openTestCutover({ plan: both, store });
    firstTestCutover.clock.at = AT + MINUTE;
    await firstTestCutover.tick();
    const restarted = await openTestCutover({ plan: both, store });
    restarted.clock.at = AT + MINUTE;
    expect(restarted.decide('offer', ADA).because).toBe('brownout');
    expect(await firstTestCutover.stopBrownouts('current', 'ada', 'a sale is on')).toEqual([brownout.id]);
    expect(firstTestCutover.decide('offer', ADA).because).toBe('stage');
    const second = await openTestCutover({ plan: both, store });
    second.clock.at = AT + MINUTE;
    expect(second.decide('offer', ADA).because).toBe('stage');
    expect(await second.stopBrownouts('current', 'ada', 'again')).toEqual([]);
    second.clock.at = AT + DAY;
    expect(second.decide('offer', ADA).because).toBe('brownout');
    expect(await second.stopBrownouts('all', 'ada', 'next year')).toEqual(['next']);
    expect(second.decide('offer', ADA).because).toBe('stage');
  });
});

describe('a client with its own date', () => {
  const askedEntry = { resource: '*', actor: 'ada', reason: 'they asked' } as const;

  it('has more time, and knows the brownouts that still concern it', async () => {
    const cutover = await openTestCutover({ plan: planOf() });
    cutover.clock.at = AT;
    const id = 'brownout of all at 2025-10-20T09:00Z';
    expect(cutover.brownoutsFor(ADA)).toEqual({ ok: true, caller: ADA, brownouts: [id] });
    const change = { kind: 'extend', caller: ADA, until: AT + 2 * MINUTE } as const;
    expect(await cutover.change({ ...askedEntry, change })).toEqual({
      ok: true,
      kept: true,
      caller: ADA,
    });
    expect(cutover.decide('offer', ADA).because).toBe('stage');
    expect(cutover.decide('offer', BOB).because).toBe('brownout');
    expect(cutover.brownoutsFor(ADA)).toMatchObject({ brownouts: [] });
    cutover.clock.at = AT + 2 * MINUTE;
    expect(cutover.decide('offer', ADA).because).toBe('brownout');
  });

  it('may reach its end alone, which can be reversed', async () => {
    const cutover = await openTestCutover();
    await cutover.change({ ...askedEntry, change: { kind: 'retire', caller: ADA, gone: true } });
    expect(cutover.decide('offer', ADA)).toMatchObject({ side: 'gone', because: 'retired' });
    expect(cutover.decide('offer', BOB).because).toBe('stage');
    await cutover.change({ ...askedEntry, change: { kind: 'retire', caller: ADA, gone: false } });
    expect(cutover.decide('offer', ADA).because).toBe('stage');
    const nobody = await cutover.change({
      ...askedEntry,
      change: { kind: 'extend', caller: 'nobody' },
    });
    expect(nobody).toMatchObject({ ok: false, why: 'unknownCaller' });
    const late = { kind: 'extend', caller: ADA, until: cutover.clock.at - 1 } as const;
    const past = await cutover.change({ ...askedEntry, change: late });
    expect(past).toMatchObject({ ok: false, why: 'past' });
  });
});

import type { Change } from '../../src/cutover/stages/stageEvent.js';
import { openTestCutover, planOf } from './support/openTestCutover.ts';
import { servedBy } from './support/served.ts';

const HOUR = 3_600_000;

const served = servedBy({ because: 'inCanary' });

const force = { force: true };

describe('a change by a person', () => {
  it('is in force on the next request, and logged with its actor and reason', async () => {
    const cutover = await openTestCutover();
    expect(cutover.decide('offer', 'abc')).toMatchObject({ side: 'v1', because: 'stage' });
    await cutover.moveTo({ kind: 'v2' });
    expect(cutover.decide('offer', 'abc')).toMatchObject({ side: 'v2', mayFallBack: true });
    expect(cutover.events()).toMatchObject([
      { seq: 1, actor: 'ada', from: 'v1', cause: 'manual', reason: 'test', mappingHash: 'e1' },
    ]);
    const text: unknown = expect.stringContaining(
      'offer moved from v1 to v2, against the gate (manual, ada): test',
    );
    expect(cutover.notices).toMatchObject([{ kind: 'moved', text }]);
  });

  it('is refused for an unknown resource, for the same stage, and forward during a hold', async () => {
    const cutover = await openTestCutover();
    const to = (kind: 'shadow' | 'v1'): Change & { kind: 'move' } => ({ kind: 'move', to: { kind } });
    const stranger = { resource: 'ofer', change: to('shadow'), actor: 'ada', reason: 'x' };
    expect(await cutover.change(stranger)).toMatchObject({ ok: false, why: 'unknownResource' });
    expect(await cutover.ask(to('v1'), force)).toMatchObject({ ok: false, why: 'already' });
    await cutover.ask({ kind: 'hold' }, force);
    expect(await cutover.ask(to('shadow'), force)).toMatchObject({ ok: false, why: 'held' });
    expect(cutover.events().map(({ cause }) => cause)).toEqual(['manual']);
  });

  it('is stored for a killed resource, which stays on v1 until its release passes the gate', async () => {
    const cutover = await openTestCutover();
    await cutover.ask({ kind: 'kill' }, force);
    const toV2 = { kind: 'move', to: { kind: 'v2' } } as const;
    expect(await cutover.ask(toV2, force)).toEqual({ ok: true, kept: true });
    expect(cutover.standing('offer').state).toMatchObject({ stage: { kind: 'v2' }, killed: true });
    expect(cutover.decide('offer', 'abc')).toMatchObject({ side: 'v1', because: 'killed' });
    expect(cutover.notices.at(-1)?.text).toContain(
      'offer moved from v1 to v2, but is killed: everything goes to v1, against the gate (manual, ada): because',
    );
    expect(await cutover.ask({ kind: 'release' })).toMatchObject({ ok: false, why: 'gate' });
  });

  it('is notified, is an alarm while it lasts, and its end is reported by the alarm', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'shadow' });
    await cutover.ask({ kind: 'hold', until: cutover.clock.at + 300_000 }, force);
    await cutover.ask({ kind: 'kill' }, force);
    await cutover.ask({ kind: 'pin', caller: 'aaaaaaaaaaaa', side: 'v1' }, force);
    const texts = () => cutover.alarms.current().map(({ text }) => text);
    expect(texts()).toEqual([
      'offer is killed: everything goes to v1',
      'offer is held, nothing moves it forward: because',
      'offer has caller aaaaaaaaaaaa pinned to v1',
    ]);
    await cutover.ask({ kind: 'pin', caller: 'aaaaaaaaaaaa', side: 'none' }, force);
    cutover.clock.at += 300_000;
    expect(texts()).toEqual(['offer is killed: everything goes to v1']);
    await cutover.ask({ kind: 'release' }, force);
    expect(texts()).toEqual([]);
    expect(cutover.notices.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'moved: offer moved from v1 to shadow (manual, ada): test',
      'held: offer is held: nothing moves forward (manual, ada): because',
      'killed: offer is killed: everything goes to v1 (kill, ada): because',
      'pinned: offer has caller aaaaaaaaaaaa pinned to v1 (manual, ada): because',
      'pinned: offer lets caller aaaaaaaaaaaa go (manual, ada): because',
      'recovered: over after 5 min: offer is held, nothing moves it forward: because',
      'recovered: over after 5 min: offer has caller aaaaaaaaaaaa pinned to v1',
      'released: offer is released (manual, ada): because',
      'recovered: over after 5 min: offer is killed: everything goes to v1',
    ]);
  });
});

describe('a changed mapping', () => {
  it('starts new evidence, holds forward moves and keeps the stage', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'canary', percent: 5 });
    cutover.observe('offer', {
      kind: 'compared',
      caller: 'a',
      operation: 'x',
      signature: 'y',
      differs: false,
    });
    await cutover.adopt({ resources: [{ name: 'offer', operations: [], epoch: 'e2' }] });
    const [overview] = cutover.overview();
    expect(overview).toMatchObject({
      state: { stage: { kind: 'canary' }, epoch: 'e2' },
      evidence: { compared: 0 },
    });
    expect(await cutover.ask({ kind: 'move', to: { kind: 'v2' } }, force)).toMatchObject({ why: 'held' });
    expect(await cutover.ask({ kind: 'move', to: { kind: 'shadow' } }, force)).toMatchObject({ ok: true });
  });
});

describe('a canary', () => {
  it('moves back to shadow by itself on the third error, and cools down', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'canary', percent: 5 });
    const failed = (caller: string) => cutover.served(served({ caller, failed: true }));
    for (let request = 0; request < 60; request += 1) {
      cutover.served(served({ side: 'v1', because: 'outsideCanary' }));
    }
    failed('a');
    failed('a'); // the same error within ten minutes
    failed('b');
    expect(cutover.overview()[0]?.state.stage.kind).toBe('canary');
    failed('c');
    expect(cutover.overview()[0]?.state).toMatchObject({ stage: { kind: 'shadow' }, strikes: 1 });
    await cutover.tick();
    expect(cutover.notices.at(-1)).toMatchObject({ kind: 'movedBack' });
    expect(cutover.events().at(-1)).toMatchObject({ cause: 'breaker', actor: 'lifeboat' });
  });

  it('stays despite errors of callers that a person has sent there, and after it has ended', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'canary', percent: 5 });
    for (const caller of ['a', 'b', 'c', 'd'])
      cutover.served(served({ caller, failed: true, because: 'pinned' }));
    await cutover.moveTo({ kind: 'v2' });
    for (const caller of ['a', 'b', 'c', 'd']) cutover.served(served({ caller, failed: true }));
    expect(cutover.overview()[0]?.state.stage.kind).toBe('v2');
  });

  it('does not call v2 while its breaker is open, and no forced request of the operator opens that', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'v2' });
    const failing = served({ because: 'stage', failed: true });
    for (let call = 0; call < 5; call += 1) cutover.served({ ...failing, because: 'forced' });
    expect(cutover.decide('offer', 'a').side).toBe('v2');
    // No operation fails five times in a row: that would move the resource back.
    for (const operation of ['a', 'b', 'c', 'd', 'e']) cutover.served({ ...failing, operation });
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'breaker' });
    cutover.clock.at += 30_000;
    expect(cutover.decide('offer', 'a').side).toBe('v2');
  });
});

describe('a plan', () => {
  const steps = [
    { resource: 'offer', to: 'shadow', notBefore: '2025-10-01T00:00', require: { dwell: 0 } },
    { resource: 'offer', to: 'canary 5%', notBefore: '2025-11-03T00:00' },
  ];

  it('is followed step by step after a delay, each step at most once, even after a move back', async () => {
    const cutover = await openTestCutover({ plan: planOf({ advance: 'automatic', steps }) });
    cutover.clock.at = Date.UTC(2025, 8, 30);
    await cutover.tick();
    expect(cutover.events()).toEqual([]);
    cutover.clock.at = Date.UTC(2025, 10, 10);
    await cutover.tick();
    expect(cutover.overview()[0]?.state.stage.kind).toBe('shadow');
    await cutover.tick();
    expect(cutover.overview()[0]?.next?.judgement.verdict).toBe('undecided');
    expect(cutover.notices.filter(({ kind }) => kind === 'notReady')).toMatchObject([{ resource: 'offer' }]);
    for (let request = 0; request < 700; request += 1) {
      const operation = request % 2 === 0 ? 'readOffer' : 'updateOffer';
      cutover.served(served({ side: 'v1', because: 'stage', operation }));
      cutover.observe('offer', {
        kind: 'compared',
        caller: 'a',
        operation,
        signature: operation,
        differs: false,
      });
    }
    cutover.clock.at += HOUR;
    await cutover.tick();
    expect(cutover.overview()[0]?.state.stage).toEqual({ kind: 'canary', percent: 5 });
    expect(cutover.events().at(-1)?.evidence).toContain(
      'passed: 0 of 700 compared requests differ: below 0.5%',
    );
    await cutover.moveTo({ kind: 'shadow' });
    cutover.clock.at += 48 * HOUR;
    await cutover.tick();
    expect(cutover.overview()[0]).toMatchObject({ state: { stage: { kind: 'shadow' } }, next: undefined });
  });

  it('notifies an unready step when its conditions change, and daily, whatever the figures', async () => {
    const at = Date.UTC(2025, 10, 10);
    const step = {
      ...steps[1],
      notBefore: '2025-10-01T00:00',
      require: { dwell: 0, operations: ['readOffer'] },
    };
    const cutover = await openTestCutover({ plan: planOf({ advance: 'automatic', steps: [step] }) });
    const noticeCount = () => cutover.notices.filter(({ kind }) => kind === 'notReady').length;
    cutover.clock.at = at;
    for (let request = 0; request < 20; request += 1) {
      await cutover.tick();
      cutover.clock.at += 15_000;
    }
    expect(noticeCount()).toBe(1);
    for (let request = 0; request < 20; request += 1) {
      const difference = { caller: 'a', operation: 'readOffer', signature: 'readOffer', differs: false };
      cutover.observe('offer', { kind: 'compared', ...difference });
      await cutover.tick();
    }
    // The operation and its kinds of requests were compared; only the number of requests is missing now.
    expect(noticeCount()).toBe(3);
    cutover.clock.at += 24 * HOUR;
    await cutover.tick();
    await cutover.tick();
    expect(noticeCount()).toBe(4);
  });

  it('notifies a person if nothing moves by itself, and once if no step is to wait', async () => {
    const cutover = await openTestCutover({ plan: planOf({ steps: [{ ...steps[0] }] }) });
    cutover.clock.at += 24 * HOUR;
    await cutover.tick();
    await cutover.tick();
    expect(cutover.notices).toMatchObject([{ kind: 'ready', text: 'offer is ready for shadow' }]);
    const late = await openTestCutover({ plan: planOf({ steps: [{ ...steps[1], onNotReady: 'notify' }] }) });
    late.clock.at = Date.UTC(2025, 10, 10);
    await late.tick();
    await late.tick();
    expect(late.notices).toHaveLength(1);
    expect(late.events()).toMatchObject([{ change: { kind: 'closeStep' } }]);
  });

  it.each([
    ['skips', '2025-03-30T02:30', '2025-03-30T01:30:00.000Z'],
    ['shows twice', '2025-10-26T02:30', '2025-10-26T01:30:00.000Z'],
  ])('takes a step once in the hour that summer time %s', async (_, notBefore, takenText) => {
    const step = { resource: 'offer', to: 'shadow', notBefore, require: { dwell: 0 } };
    const plan = planOf({ advance: 'automatic', zone: 'Europe/Berlin', steps: [step] });
    const cutover = await openTestCutover({ plan });
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

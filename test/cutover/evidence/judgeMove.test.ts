import type { ManualChange } from '../../../src/cutover/stages/changeRequest.js';
import { initialState } from '../../../src/cutover/stages/stageState.js';
import { judgeMove } from '../../../src/cutover/evidence/judgeMove.js';
import { EvidenceRegistry } from '../../../src/cutover/evidence/evidenceRegistry.js';
import { openTestCutover, planOf, SUNSET, type TestCutover } from '../support/openTestCutover.ts';
import { served } from '../support/served.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CALLER = '0123456789ab';

const toV2: ManualChange = { kind: 'move', to: { kind: 'v2' } };

/** Records as many clean requests of both operations as the gate needs. */
function showClean(cutover: TestCutover): void {
  for (let number = 0; number < 700; number += 1) {
    const operation = number % 2 === 0 ? 'readOffer' : 'updateOffer';
    const common = { caller: CALLER, operation };
    for (const side of ['v1', 'v2'] as const) cutover.served(served({ side, ...common }));
    cutover.observe('offer', { kind: 'compared', signature: operation, differs: false, ...common });
  }
}

describe('a move forward by a person', () => {
  it('is refused with the verdict if the gate is not passed, and made if it is forced', async () => {
    const cutover = await openTestCutover();
    const refused = await cutover.ask(toV2);
    expect(refused).toMatchObject({ ok: false, why: 'gate', judgement: { verdict: 'undecided' } });
    expect(refused.ok ? '' : refused.sentence).toMatch(
      /^offer from v1 to v2: the gate is not passed \(0 of 0 compared requests differ; needs \d+ more/,
    );
    expect(cutover.events()).toEqual([]);
    expect(await cutover.ask(toV2, { force: true })).toEqual({ ok: true, kept: true });
  });

  it('needs no force if the gate is passed', async () => {
    const cutover = await openTestCutover();
    showClean(cutover);
    expect(cutover.gate('offer', { kind: 'v2' })).toMatchObject({
      forward: true,
      judgement: { verdict: 'ready' },
    });
    expect(await cutover.ask(toV2)).toEqual({ ok: true, kept: true });
  });

  it('includes the release of a killed resource from v1 to its stage', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'v2' });
    await cutover.ask({ kind: 'kill' });
    const release: ManualChange = { kind: 'release' };
    const refused = await cutover.ask(release);
    expect(refused).toMatchObject({ ok: false, why: 'gate', judgement: { verdict: 'undecided' } });
    expect(refused.ok ? '' : refused.sentence).toMatch(/^offer from v1 to v2: the gate is not passed/);
    expect(refused.ok ? '' : refused.sentence).not.toContain('killed');
    expect(await cutover.ask(release, { force: true })).toMatchObject({ ok: true });
    // The release of a hold alone does not ask the gate.
    await cutover.ask({ kind: 'hold', until: undefined });
    expect(await cutover.ask(release)).toMatchObject({ ok: true });
    await cutover.ask({ kind: 'kill' });
    cutover.clock.at += 2 * DAY;
    showClean(cutover);
    expect(await cutover.ask(release)).toMatchObject({ ok: true });
  });

  it('is judged by the requirements of the plan for the same move', async () => {
    const require = { differing: '50%' };
    const steps = [{ resource: 'offer', to: 'v2', notBefore: '2025-10-09T00:00', require }];
    const cutover = await openTestCutover({ plan: planOf({ steps }) });
    const parity = (kind: 'v2' | 'canary') => {
      const to = kind === 'v2' ? { kind } : { kind, percent: 5 };
      return cutover.gate('offer', to)?.judgement.conditions[0]?.sentence;
    };
    expect(parity('canary')).toContain('needs 682 more');
    expect(parity('v2')).not.toContain('needs 682 more');
  });

  it('needs no evidence to shadow, and is refused after the end of v1', async () => {
    const cutover = await openTestCutover();
    expect(await cutover.ask({ kind: 'move', to: { kind: 'shadow' } })).toMatchObject({ ok: true });
    cutover.clock.at = SUNSET;
    expect(await cutover.ask(toV2)).toMatchObject({ ok: true });
  });

  it('is left to a person after three automatic moves back', () => {
    const gate = judgeMove(
      {
        subject: () => ({ resources: [{ name: 'offer', operations: [], epoch: '' }] }),
        log: { state: () => ({ ...initialState, strikes: 3 }) },
        registry: new EvidenceRegistry(() => 0),
        usage: { usageOf: () => ({ since: 0, days: new Map(), callers: new Map() }) },
        names: { nameText: (caller) => caller },
        plan: undefined,
        sunset: SUNSET,
        now: () => SUNSET - DAY,
      },
      ...(['offer', { kind: 'shadow' }] as const),
    );
    expect(gate?.judgement.verdict).toBe('ready');
  });

  it('needs the name of the resource and no remaining caller to gone', async () => {
    const cutover = await openTestCutover();
    const gone: ManualChange = { kind: 'move', to: { kind: 'gone' } };
    expect(await cutover.ask(gone, { force: true })).toMatchObject({ why: 'unconfirmed' });
    expect(await cutover.ask(gone, { confirm: 'offers', force: true })).toMatchObject({
      why: 'unconfirmed',
    });
    expect(await cutover.ask(gone, { confirm: 'offer' })).toMatchObject({
      why: 'gate',
      judgement: { verdict: 'undecided' },
    });
    showClean(cutover);
    const remainingChangeOutcome = await cutover.ask(gone, { confirm: 'offer' });
    expect(remainingChangeOutcome).toMatchObject({ why: 'gate', judgement: { verdict: 'failing' } });
    expect(remainingChangeOutcome.ok ? '' : remainingChangeOutcome.sentence).toContain(
      '1400 requests of 1 caller within the window',
    );
    cutover.clock.at += 9 * DAY;
    cutover.observe('offer', {
      kind: 'compared',
      caller: '',
      operation: 'x',
      signature: 'x',
      differs: false,
    });
    cutover.clock.at += 2 * DAY;
    expect(await cutover.ask(gone, { confirm: 'offer' })).toEqual({ ok: true, kept: true });
  });
});

describe('the log of stages', () => {
  it('records the current evidence about v2 with every move and kill', async () => {
    const cutover = await openTestCutover();
    await cutover.ask(toV2, { force: true });
    await cutover.ask({ kind: 'move', to: { kind: 'shadow' } });
    await cutover.ask({ kind: 'kill' });
    await cutover.ask({ kind: 'hold' });
    const [forward, back, kill, hold] = cutover.events();
    for (const event of [forward, back, kill]) {
      expect(event?.evidence[0]).toMatch(/^undecided: 0 of 0 compared requests differ; needs/);
    }
    expect(hold?.evidence).toEqual([]);
    expect(await cutover.verify()).toEqual({ ok: true, events: 4 });
  });
});

describe('a resource with a failing gate', () => {
  it('is released by force, and log and notice name the missing conditions', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'v2' });
    expect(cutover.notices.at(-1)?.text).toMatch(
      /^offer moved from v1 to v2, against the gate \(manual, ada\): test \[undecided: 0 of 0 compared requests/,
    );
    for (const kind of ['kill', 'release'] as const)
      await cutover.ask({ kind }, { reason: 'tried', force: true });
    expect(cutover.events().at(-1)).toMatchObject({
      change: { kind: 'release' },
      evidence: expect.arrayContaining([expect.stringMatching(/^undecided: /)]) as unknown,
    });
    expect(cutover.notices.at(-1)?.text).toMatch(
      /^offer is released, against the gate \(manual, ada\): tried \[undecided: /,
    );
  });

  it('is released without a word of the gate if v1 goes on to answer', async () => {
    const cutover = await openTestCutover();
    for (const kind of ['kill', 'release'] as const) await cutover.ask({ kind }, { reason: 'tried' });
    expect(cutover.events().at(-1)).toMatchObject({ change: { kind: 'release' }, evidence: [] });
    expect(cutover.notices.at(-1)?.text).toBe('offer is released (manual, ada): tried');
  });
});

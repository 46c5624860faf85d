import { logLines } from '../../../src/cli/cutover/cutoverCommands.js';
import { stageEventText } from '../../../src/operator/stageEventText.js';
import { renderStages } from '../../../src/cli/cutover/renderStages.js';
import { stageViews } from '../../../src/operator/stageViews.js';
import { overviewPage, makeOverviewPage } from '../../../src/operator/stagePages.js';
import type { ManualChange } from '../../../src/cutover/stages/changeRequest.js';
import { readPlan } from '../../../src/cutover/plan.js';
import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { openTestCutover, type TestCutover } from '../../cutover/support/openTestCutover.ts';

const DAY = 86_400_000;

const served = (more: Partial<ServedRequest>): ServedRequest => ({
  resource: 'offer',
  operation: 'readOffer',
  caller: '0123456789ab',
  side: 'v2',
  because: 'stage',
  failed: false,
  signature: '200',
  milliseconds: 100,
  ...more,
});

/** Runs `lifeboat stage list` on the page that the admin port sends. */
function listed(cutover: TestCutover, colour = false): readonly string[] {
  const now = cutover.clock.now();
  const alarms = cutover.alarms.current();
  const pages = cutover
    .overview()
    .map((overview) => makeOverviewPage(overview, alarms, () => undefined, now));
  return renderStages(overviewPage.array().parse(JSON.parse(JSON.stringify(pages))), now, colour);
}

const logged = (cutover: TestCutover, verbose = false) =>
  logLines(
    stageViews.log.output.parse(cutover.events().map((event) => ({ ...event, what: stageEventText(event) }))),
    verbose,
  );

const change = (cutover: TestCutover, madeManualChange: ManualChange) =>
  cutover.change({ resource: 'offer', change: madeManualChange, actor: 'ada', reason: 'because' });

describe('lifeboat stage list', () => {
  it('shows date and actor, callers, requests, errors and latency of both sides, and differences', async () => {
    const cutover = await openTestCutover();
    const compared = {
      kind: 'compared',
      caller: '0123456789ab',
      operation: 'readOffer',
      signature: 's',
    } as const;
    cutover.observe('offer', { ...compared, differs: true });
    cutover.clock.at += DAY;
    for (let count = 0; count < 9; count += 1) cutover.observe('offer', { ...compared, differs: false });
    await cutover.moveTo({ kind: 'v2' });
    cutover.served(served({}));
    cutover.served(served({ side: 'v1', caller: 'ba9876543210' }));
    cutover.clock.at += 10 * 60_000;
    cutover.served(served({ failed: true, rescue: 'answered' }));
    expect(listed(cutover)).toEqual([
      'v1 ends in 58 days (2025-11-30 00:00 UTC)',
      '',
      'offer  v2  since 2025-10-02 00:00 UTC by ada',
      '  v1  0 callers  5 min: 0 requests, 0 errors              60 min: 1 request, 0 errors  p95 108 ms',
      '  v2  2 callers  5 min: 1 request, 1 error    p95 108 ms  60 min: 2 requests, 1 error  p95 108 ms',
      '  differing 10% (1 of 10); today 0% (0 of 9), falling; ever 10% (1 of 10)',
    ]);
  });

  it('is short about a resource without requests', async () => {
    expect(listed(await openTestCutover()).slice(2)).toEqual([
      'offer  v1',
      '  no requests for an hour',
      '  nothing compared yet',
    ]);
  });

  it('names problems first, in red if clients are hurt', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'canary', percent: 0.001 });
    await change(cutover, { kind: 'pin', caller: '0123456789ab', side: 'v2' });
    for (let count = 0; count < 5; count += 1) cutover.served(served({ because: 'pinned', failed: true }));
    await change(cutover, { kind: 'hold' });
    await change(cutover, { kind: 'kill' });
    const lines = listed(cutover, true);
    const red = lines.filter((line) => line.startsWith('\u001b[31m'));
    expect(red.join('\n')).toContain(
      'critical since 2025-10-01 00:00 UTC: offer is killed: everything goes to v1',
    );
    expect(red.join('\n')).toContain(
      'offer  canary 0.001%  since 2025-10-01 00:00 UTC by ada  KILLED  held: because  breaker open',
    );
    expect(red.join('\n')).toMatch(/ v2 .*5 min: 5 requests, 5 errors/);
    expect(lines.join('\n')).toContain('\u001b[33m  0123456789ab is pinned to v2\u001b[39m');
    expect(listed(cutover).join('')).not.toContain('\u001b');
  });

  it('names the condition that the next step of the plan waits for, and the end of v1', async () => {
    const steps = [{ resource: 'offer', to: 'shadow', notBefore: '2025-11-25T09:00' }];
    const read = readPlan({ steps }, [{ name: 'offer', operations: [] }]);
    const cutover = await openTestCutover({ plan: read.ok ? read.plan : undefined });
    await change(cutover, { kind: 'hold' });
    expect(listed(cutover).slice(-3)).toEqual([
      '  next: offer: shadow not before 2025-11-25T09:00:00.000Z: notReady; it waits for',
      '    its date, 2025-11-25T09:00:00.000Z',
      '    held until it is released: because',
    ]);
    cutover.clock.at = Date.UTC(2025, 10, 28, 12);
    expect(listed(cutover)[0]).toBe('v1 ends in 1 day (2025-11-30 00:00 UTC)');
    cutover.clock.at = Date.UTC(2025, 10, 30);
    expect(listed(cutover)[0]).toBe('v1 has ended (2025-11-30 00:00 UTC): v2 answers, whatever is set');
  });
});

describe('lifeboat stage log', () => {
  it('shows each change as a sentence with its time, and marks a move against the gate', async () => {
    const cutover = await openTestCutover();
    expect(logged(cutover)).toEqual(['nothing was changed yet']);
    await change(cutover, { kind: 'move', to: { kind: 'shadow' } });
    cutover.clock.at += 61_000;
    await cutover.moveTo({ kind: 'v2' });
    for (let count = 0; count < 5; count += 1) cutover.served(served({ failed: true, rescue: 'answered' }));
    await change(cutover, { kind: 'pin', caller: '0123456789ab', side: 'v2' });
    await change(cutover, { kind: 'hold', until: Date.UTC(2025, 10, 24, 8) });
    await change(cutover, { kind: 'kill' });
    await change(cutover, { kind: 'release' });
    expect(logged(cutover)).toEqual([
      '2025-10-01 00:00:00 UTC  ada moved offer from v1 to shadow: because',
      '2025-10-01 00:01:01 UTC  ada moved offer from shadow to v2, against the gate: test',
      '2025-10-01 00:01:01 UTC  lifeboat moved offer from v2 to shadow by itself, as v2 failed: readOffer: the last 5 requests have failed on v2',
      '2025-10-01 00:01:01 UTC  ada pinned caller 0123456789ab of offer to v2: because',
      '2025-10-01 00:01:01 UTC  ada held offer until 2025-11-24 08:00:00 UTC: because',
      '2025-10-01 00:01:01 UTC  ada killed offer: everything went to v1: because',
      '2025-10-01 00:01:01 UTC  ada released offer: because',
    ]);
    const pinned = cutover.events()[3];
    expect(pinned && stageEventText({ ...pinned, name: 'shop' })).toBe(
      'pinned caller shop (0123456789ab) of offer to v2',
    );
    expect(logged(cutover, true)).toContainEqual(
      expect.stringMatching(/^ {4}undecided: 0 of 0 compared requests differ/),
    );
  });
});

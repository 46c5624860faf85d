import { createAlarms } from '../../../src/cutover/alarms.js';
import type { Notice } from '../../../src/cutover/notices.js';
import { createUncaughtReport } from '../../../src/http/observability/uncaughtErrors.js';
import { fakeClock } from '../../gateway/support/fakeClock.ts';

const MINUTE_MS = 60_000;

describe('the alarm of uncaught errors', () => {
  it('is raised at once, counts the errors, and ends a quarter of an hour after the last one', () => {
    const clock = fakeClock();
    const notices: Notice[] = [];
    const alarms = createAlarms(clock.now, (notice) => notices.push(notice));
    const counted: string[] = [];
    const metrics = { countUncaught: (kind: string) => counted.push(kind) };
    const notify = (notice: Notice): unknown => notices.push(notice);
    const report = createUncaughtReport({ alarms, metrics, notify, clock });
    report({ kind: 'rejection', name: 'TypeError' }, false);
    expect(notices).toMatchObject([{ kind: 'degraded', severity: 'critical' }]);
    clock.advance(10 * MINUTE_MS);
    report({ kind: 'connection', name: 'Error EPIPE' }, false);
    clock.advance(14 * MINUTE_MS);
    expect(alarms.current()).toMatchObject([
      { text: expect.stringContaining(': 2, the last: connection') as string },
    ]);
    clock.advance(2 * MINUTE_MS);
    expect(alarms.current()).toEqual([]);
    report({ kind: 'exception', name: 'RangeError' }, false);
    expect(alarms.current()).toMatchObject([
      { text: expect.stringContaining(': 1, the last: exception') as string },
    ]);
    expect(counted).toEqual(['rejection', 'connection', 'exception']);
  });

  it('is a notice if the process ends, even in a process that leaves its alarms to another', () => {
    const clock = fakeClock();
    const notices: Notice[] = [];
    const notify = (notice: Notice): unknown => notices.push(notice);
    const alarms = createAlarms(clock.now, notify, () => false);
    const report = createUncaughtReport({
      alarms,
      metrics: { countUncaught: () => undefined },
      notify,
      clock,
    });
    report({ kind: 'exception', name: 'TypeError' }, true);
    expect(notices).toMatchObject([{ kind: 'degraded', severity: 'critical' }]);
  });
});

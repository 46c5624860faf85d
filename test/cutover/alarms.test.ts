import { type AlarmCondition, alarmId, createAlarms } from '../../src/cutover/alarms.js';
import type { Notice } from '../../src/cutover/notices.js';

const MINUTE = 60_000;
const away: AlarmCondition = {
  kind: 'away v2',
  severity: 'critical',
  subject: '*',
  text: 'v2 gives no answer',
};

function opened() {
  const clock = { at: 1_000 };
  const notices: Notice[] = [];
  const alarms = createAlarms(
    () => clock.at,
    (notice) => void notices.push(notice),
  );
  const texts = () => notices.map(({ kind, text }) => `${kind}: ${text}`);
  return { clock, notices, alarms, texts };
}

describe('an alarm', () => {
  it('is notified once when it begins and once when it ends, however often the sources are checked', () => {
    const { alarms, clock, notices, texts } = opened();
    const foundAlarmConditions = [away];
    alarms.addSource(() => foundAlarmConditions);
    alarms.current();
    clock.at += 5_000;
    expect(alarms.current()).toEqual([{ ...away, since: 1_000 }]);
    foundAlarmConditions.pop();
    expect(alarms.current()).toEqual([]);
    expect(texts()).toEqual([
      'degraded: v2 gives no answer',
      'recovered: over after 5 s: v2 gives no answer',
    ]);
    expect(notices).toMatchObject([{ resource: '*', severity: 'critical' }, { resource: '*' }]);
  });

  it('is notified again after 10 minutes, 1, 6 and 24 hours and then daily while it lasts, with its latest words', () => {
    const { alarms, clock, texts } = opened();
    let failed = 0;
    alarms.addSource(() => [{ ...away, text: `${failed} failed` }]);
    const minutes: number[] = [];
    for (let minute = 0; minute <= 60 * 80; minute += 1) {
      clock.at = minute * MINUTE;
      failed = minute;
      const countBefore = texts().length;
      alarms.current();
      if (texts().length > countBefore) minutes.push(minute);
    }
    expect(minutes).toEqual([0, 10, 70, 430, 430 + 1_440, 430 + 2 * 1_440, 430 + 3 * 1_440]);
    expect(texts().slice(0, 3)).toEqual([
      'degraded: 0 failed',
      'degraded: still, for 10 min: 10 failed',
      'degraded: still, for 70 min: 70 failed',
    ]);
  });

  it('is notified once for each cause that joins it', () => {
    const { alarms, clock, texts } = opened();
    const causes = ['price of get'];
    alarms.addSource(() => [{ ...away, causes, text: causes.join(' and ') }]);
    alarms.current();
    clock.at += 5_000;
    alarms.current();
    causes.push('title of get', 'stock of get');
    alarms.current();
    causes.shift();
    alarms.current();
    causes.push('price of get');
    alarms.current();
    expect(texts()).toEqual([
      'degraded: price of get',
      'degraded: now also title of get, stock of get: price of get and title of get and stock of get',
    ]);
  });

  it('is not repeated after somebody has seen it, until it gets worse', () => {
    const { alarms, clock, texts } = opened();
    let severity: AlarmCondition['severity'] = 'warning';
    alarms.addSource(() => [{ ...away, severity }]);
    alarms.current();
    clock.at += MINUTE;
    expect(alarms.acknowledge(alarmId(away), 'ada')).toBe(true);
    clock.at += 60 * MINUTE;
    expect(alarms.current()).toMatchObject([{ acknowledged: { by: 'ada', at: 1_000 + MINUTE } }]);
    expect(texts()).toEqual([
      'degraded: v2 gives no answer',
      'acknowledged: ada has seen it: v2 gives no answer',
    ]);
    severity = 'critical';
    expect(alarms.current()).toEqual([{ ...away, since: 1_000 }]);
    expect(texts().at(-1)).toBe('degraded: still, for 61 min: v2 gives no answer');
  });

  it('cannot be acknowledged after its end', () => {
    expect(opened().alarms.acknowledge(alarmId(away), 'ada')).toBe(false);
  });

  it('combines several sources, and ends when none of them reports it', () => {
    const { alarms, texts } = opened();
    alarms.replaceFindings('worker 1', [away]);
    alarms.replaceFindings('worker 2', [away]);
    alarms.replaceFindings('worker 1', []);
    expect(alarms.current()).toHaveLength(1);
    alarms.replaceFindings('worker 2', []);
    expect(texts()).toEqual([
      'degraded: v2 gives no answer',
      'recovered: over after 0 s: v2 gives no answer',
    ]);
  });

  it('is notified once by a process that takes over, but not if it has lasted for long', () => {
    for (const [lasts, saidTexts] of [
      [5_000, ['degraded: v2 gives no answer']],
      [25_000, []],
    ] as const) {
      const { clock, notices, texts } = opened();
      let speaks = false;
      const alarms = createAlarms(
        () => clock.at,
        (notice) => void notices.push(notice),
        () => speaks,
      );
      alarms.addSource(() => [away]);
      alarms.current();
      clock.at += lasts;
      speaks = true;
      for (let look = 0; look < 3; look += 1) alarms.current();
      expect(texts()).toEqual(saidTexts);
    }
  });

  it('is notified only when it lasts and when it ends, if another notice has announced it', () => {
    const { alarms, clock, texts } = opened();
    const killed: AlarmCondition = {
      ...away,
      kind: 'killed',
      text: 'account is killed',
      announced: true,
      since: 400,
    };
    alarms.replaceFindings('stages', [killed]);
    expect(alarms.current()).toEqual([killed]);
    clock.at += 10 * MINUTE;
    alarms.replaceFindings('stages', [killed]);
    alarms.replaceFindings('stages', []);
    expect(texts()).toEqual([
      'degraded: still, for 10 min: account is killed',
      'recovered: over after 10 min: account is killed',
    ]);
  });
});

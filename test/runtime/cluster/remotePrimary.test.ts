import type { UsageRow } from '../../../src/usage/usageRow';
import pino from 'pino';
import type { ComparedNews, PrimaryCalls, WorkerNews } from '../../../src/runtime/cluster/clusterCalls';
import { createNewsReporter, reportWrites } from '../../../src/runtime/cluster/remotePrimary';
import type { AlarmCondition } from '../../../src/cutover/alarms';
import type { Served } from '../../../src/cutover/evidence/traffic';
import { fakeClock } from '../../gateway/support/fakeClock';
import type { Call } from '../../../src/runtime/cluster/processLink';

const served: Served = {
  resource: 'account',
  operation: 'getAccountByLogin',
  caller: 'abc',
  side: 'v2',
  because: 'noV1',
  failed: false,
  signature: '200',
  milliseconds: 3,
};

const away: AlarmCondition = {
  kind: 'away v2',
  severity: 'critical',
  subject: '*',
  text: 'v2 gives no answer',
};

function started() {
  const clock = fakeClock();
  const reports: WorkerNews[] = [];
  const found: AlarmCondition[] = [];
  const compared: ComparedNews[] = [];
  const used: UsageRow[] = [];
  const reporter = createNewsReporter(
    (news) => Promise.resolve(void reports.push(news)),
    { alarms: () => [...found], compared: () => compared.pop(), used: () => used.splice(0) },
    clock,
  );
  return { clock, reports, found, compared, used, reporter };
}

describe('the reports of a worker', () => {
  it('carry many requests in one message, and send nothing when there is nothing', () => {
    const { clock, reports, reporter } = started();
    clock.advance(1_000);
    expect(reports).toEqual([]);
    reporter.served(served);
    reporter.served(served);
    clock.advance(1_000);
    clock.advance(1_000);
    expect(reports).toEqual([{ served: [served, served], alarms: [] }]);
  });

  it('carry the counts of usage once a second, and what is left of them at the end', async () => {
    const { clock, reports, used, reporter } = started();
    const row = {
      day: 20_000,
      caller: 'aaaaaaaaaaaa',
      program: 'bot',
      resource: 'account',
      operation: 'get',
    };
    const counts = { requests: 1, errors: 0, byV1: 0, byV2: 1, refused: 0, bodies: 0, latest: 1, traits: {} };
    used.push({ ...row, ...counts });
    for (let round = 0; round < 19; round += 1) clock.advance(50);
    expect(reports).toEqual([]);
    clock.advance(50);
    expect(reports).toEqual([{ served: [], alarms: [], usage: [{ ...row, ...counts }] }]);
    used.push({ ...row, ...counts });
    await reporter.close();
    expect(reports).toHaveLength(2);
  });

  it('carry the alarms when they change', () => {
    const { clock, reports, found } = started();
    found.push(away);
    clock.advance(1_000);
    clock.advance(1_000);
    found.pop();
    clock.advance(1_000);
    expect(reports.map(({ alarms }) => alarms)).toEqual([[away], []]);
  });

  it('carry the comparisons, and nothing when there are none', () => {
    const { clock, reports, compared } = started();
    const news: ComparedNews = { pairs: [], accounts: new Map() };
    compared.push(news);
    clock.advance(1_000);
    clock.advance(1_000);
    expect(reports).toEqual([{ served: [], alarms: [], compared: news }]);
  });

  it('send the rest when it ends', async () => {
    const { clock, reports, reporter } = started();
    reporter.served(served);
    await reporter.close();
    clock.advance(1_000);
    expect([reports.length, clock.pending()]).toEqual([1, 0]);
  });
});

const write = {
  id: 'request-1',
  resource: 'account',
  operation: 'changeAccount',
  target: 'PATCH /v1/accounts/1',
  caller: 'abc',
  side: 'v2',
  problem: 'upstreamTimeout',
} as const;

describe('the report of a write to the primary', () => {
  it('never fails: without a primary the log names the write', async () => {
    const lines: unknown[] = [];
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    const primary: Call<PrimaryCalls> = () => Promise.reject(new Error('the other process has disconnected'));
    const { ambiguous, undone, noteFound } = reportWrites(primary, logger);
    await Promise.all([ambiguous(write), undone([write]), noteFound('request-1', 'it shows')]);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatchObject({
        writes: ['request-1'],
        err: { message: 'the other process has disconnected' },
      });
    }
  });
});

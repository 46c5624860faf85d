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
  const told: WorkerNews[] = [];
  const found: AlarmCondition[] = [];
  const compared: ComparedNews[] = [];
  const teller = createNewsReporter(
    (news) => Promise.resolve(void told.push(news)),
    { alarms: () => [...found], compared: () => compared.pop() },
    clock,
  );
  return { clock, told, found, compared, teller };
}

describe('the reports of a worker', () => {
  it('carry many requests in one message, and send nothing when there is nothing', () => {
    const { clock, told, teller } = started();
    clock.advance(1_000);
    expect(told).toEqual([]);
    teller.served(served);
    teller.served(served);
    clock.advance(1_000);
    clock.advance(1_000);
    expect(told).toEqual([{ served: [served, served], alarms: [] }]);
  });

  it('name what does not work when that changes', () => {
    const { clock, told, found } = started();
    found.push(away);
    clock.advance(1_000);
    clock.advance(1_000);
    found.pop();
    clock.advance(1_000);
    expect(told.map(({ alarms }) => alarms)).toEqual([[away], []]);
  });

  it('carry what was compared, and nothing when nothing was', () => {
    const { clock, told, compared } = started();
    const news: ComparedNews = { pairs: [], accounts: new Map() };
    compared.push(news);
    clock.advance(1_000);
    clock.advance(1_000);
    expect(told).toEqual([{ served: [], alarms: [], compared: news }]);
  });

  it('send what is left when it ends', async () => {
    const { clock, told, teller } = started();
    teller.served(served);
    await teller.close();
    clock.advance(1_000);
    expect([told.length, clock.pending()]).toEqual([1, 0]);
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
  it('never fails: a primary that is gone is a line in the log that names the write', async () => {
    const lines: unknown[] = [];
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    const head: Call<PrimaryCalls> = () => Promise.reject(new Error('the other process is gone'));
    const { ambiguous, undone, noteFound } = reportWrites(head, logger);
    await Promise.all([ambiguous(write), undone([write]), noteFound('request-1', 'it shows')]);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatchObject({ writes: ['request-1'], err: { message: 'the other process is gone' } });
    }
  });
});

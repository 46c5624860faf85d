import pino from 'pino';
import type { PrimaryCalls } from '../../../src/runtime/cluster/clusterCalls';
import type { Call } from '../../../src/runtime/cluster/processLink';
import { reportWrites } from '../../../src/runtime/cluster/remotePrimary';

const write = {
  id: 'request-1',
  resource: 'account',
  operation: 'changeAccount',
  target: 'PATCH /v1/accounts/1',
  caller: 'abc',
  side: 'v2',
  problem: 'upstreamTimeout',
} as const;

describe('telling the head of writes', () => {
  it('never fails: a head that is gone is a line in the log that names the write', async () => {
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

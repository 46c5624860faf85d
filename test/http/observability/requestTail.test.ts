import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { adminPorts, TOKEN } from '../admin/support/openAdminPort.ts';
import type { AccessEntry } from '../../../src/gateway/context.js';
import { createTail, type Tail } from '../../../src/http/observability/requestTail.js';
import { ask } from '../../support/talk.ts';

const entry = (more: Partial<AccessEntry> = {}): AccessEntry => ({
  requestId: 'r',
  method: 'GET',
  status: 200,
  milliseconds: 5,
  upstreamCalls: 1,
  route: '/v1/accounts/{id}',
  caller: '0123456789ab',
  servedBy: 'v2',
  ...more,
});

const operation = { resource: 'account', name: 'getAccount' };

function open(pull?: () => ReturnType<Tail['take']>) {
  const clock = { at: 0, now: () => clock.at, steady: () => clock.at };
  const entry = pull === undefined ? {} : { pull: () => Promise.resolve([pull()]) };
  return { ...createTail({ clock, ...entry }), clock };
}

/** The resource of which the tail is asked. */
const subject = { resources: [{ name: 'account', operations: ['getAccount'], epoch: 'e1' }] };

const ids = ({ requests }: { readonly requests: readonly { readonly requestId: string }[] }) =>
  requests.map(({ requestId }) => requestId);

describe('the tail of requests', () => {
  it('keeps nothing without a reader, then gives each reader every request once, with time and operation', async () => {
    const tail = open();
    tail.add({ entry: entry({ requestId: 'early' }) });
    const firstTailed = await tail.read(0);
    expect(firstTailed.requests).toEqual([]);
    tail.clock.at = 7;
    tail.add({ entry: entry({ requestId: 'one', detail: 'not for a terminal' }), operation });
    const late = await tail.read(0);
    tail.add({ entry: entry({ requestId: 'two', method: 'POST' }) });
    const read = await tail.read(firstTailed.next);
    expect(read.requests[0]).toEqual({
      ...entry({ requestId: 'one' }),
      at: 7,
      resource: 'account',
      operation: 'getAccount',
    });
    expect([ids(read), ids(await tail.read(late.next)), ids(await tail.read(read.next))]).toEqual([
      ['one', 'two'],
      ['two'],
      [],
    ]);
  });

  it('drops the oldest of too many requests, and tells each reader how many of them it has missed', async () => {
    const tail = open();
    const { next } = await tail.read(0);
    for (let number = 0; number < 30_000; number += 1)
      tail.add({ entry: entry({ requestId: String(number) }) });
    const read = await tail.read(next);
    expect(read.requests.length).toBeLessThanOrEqual(10_000);
    expect(read.lost).toBe(30_000 - read.requests.length);
    expect(read.requests.at(-1)?.requestId).toBe('29999');
    expect((await tail.read(read.next)).lost).toBe(0);
  });

  it('forgets all requests once nobody reads', async () => {
    const tail = open();
    const { next } = await tail.read(0);
    tail.clock.at = 10_000;
    tail.add({ entry: entry() });
    expect((await tail.read(next)).requests).toEqual([]);
  });

  it('merges the requests of several processes by time', async () => {
    const [firstTail, nextEntry] = [open(), open()];
    const head = open(() => {
      const [a, b] = [firstTail.take(), nextEntry.take()];
      return { requests: [...a.requests, ...b.requests], lost: a.lost + b.lost };
    });
    const { next } = await head.read(0);
    for (const [at, worker] of [nextEntry, firstTail, nextEntry].entries()) {
      worker.clock.at = at;
      worker.add({ entry: entry({ requestId: String(at) }), operation });
    }
    const read = await head.read(next);
    expect([ids(read), read.lost]).toEqual([['0', '1', '2'], 0]);
    expect(read.requests[0]).toMatchObject({ resource: 'account', at: 0 });
  });
});

describe('the tail on the admin port', () => {
  const openPort = adminPorts();

  it('shows only the selected requests, and nothing without a required token', async () => {
    const tail = open();
    const origin = await openPort(await openTestCutover({ subject }), { parts: { tail: tail.read } });
    const read = async (query: string) => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const answer = await ask(origin, { path: `/api/tail?after=1${query}`, headers });
      return ids(JSON.parse(answer.body) as { requests: { requestId: string }[] });
    };
    expect((await ask(origin, { path: '/api/tail?after=0' })).status).toBe(401);
    const nowhere = await ask(origin, {
      path: '/api/tail?after=x',
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    expect(nowhere).toMatchObject({ status: 422 });
    await read('');
    tail.add({ entry: entry({ requestId: 'good' }), operation });
    const bad = { requestId: 'bad', status: 502, servedBy: 'v1', caller: 'ffffffffffff' } as const;
    tail.add({ entry: entry({ ...bad, route: 'unmatched' }) });
    expect(await read('')).toEqual(['good', 'bad']);
    expect(await read('&resource=account')).toEqual(['good']);
    expect(await read('&operation=getAccount&side=v2&caller=0123')).toEqual(['good']);
    expect(await read('&status=5xx')).toEqual(['bad']);
    expect(await read('&status=200&side=v1')).toEqual([]);
  });
});

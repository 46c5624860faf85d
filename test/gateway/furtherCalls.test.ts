import { createGateway } from '../../src/gateway/createGateway.js';
import { passKeysOn } from '../../src/gateway/keys/clientKeys.js';
import type { Upstream, UpstreamRequest } from '../../src/gateway/upstream.js';
import { failure, success } from '../../src/contract/result.js';
import { ticketApi } from '../mapping/support/ticketApi.ts';

const bodies: Readonly<Record<string, object>> = {
  '/v2/incidents/7': { id: 7, title: 'Leak', owner_id: 31, reporter_id: 8 },
  '/v2/projects/1': { ref: '1', label: 'North' },
  '/v2/users/31': { id: 31, name: 'Ada', email: 'ada@example.org' },
};

/** Asks the gateway for an incident, of a v2 whose answers the test gives one by one. */
function asked() {
  const calls: { readonly request: UpstreamRequest; readonly answer: (isTimeout?: true) => void }[] = [];
  const watched: unknown[] = [];
  const upstream: Upstream = (request) =>
    new Promise((resolve) => {
      const data = bodies[request.path];
      const whole = { status: 200, headers: { etag: '"1"' }, body: Buffer.from(JSON.stringify({ data })) };
      const answer = (isTimeout?: true) =>
        resolve(isTimeout === true ? failure({ kind: 'timeout', sent: true }) : success(whole));
      calls.push({ request, answer });
    });
  const clock = { now: () => 0, steady: () => 0, schedule: () => () => undefined };
  const index = { secret: 'x', freshMs: 1, pageBudget: 1, mostAtHand: 1 };
  const gateway = createGateway({
    operations: ticketApi().operations,
    upstream,
    keys: passKeysOn,
    clock,
    index,
    deadlineMs: 900,
    report: () => undefined,
    version: 'v',
    watch: (endpoint, body) => watched.push([endpoint, body]),
  });
  const route = gateway.match('GET', '/v1/projects/1/incidents/7');
  if (route?.ok !== true) throw new Error('there is no such route');
  const head = { id: 'x', authorization: 'Bearer x', contentType: undefined, body: Buffer.alloc(0) };
  const conditions = { 'if-none-match': 'W/"v-1"' };
  const cancel = new AbortController().signal;
  return {
    calls,
    watched,
    handled: gateway.handle({ ...head, route: route.value, clientHeaders: conditions, cancel }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('further calls', () => {
  it('go out at once where they need no value of the first answer, and else after it, under one deadline', async () => {
    const { calls, handled } = asked();
    await settled();
    expect(calls.map(({ request }) => request.path)).toEqual(['/v2/incidents/7', '/v2/projects/1']);
    for (const { answer } of calls) answer();
    await settled();
    expect(calls.slice(2).map(({ request }) => request.path)).toEqual(['/v2/users/31']);
    expect(calls.map(({ request }) => request.deadlineAt)).toEqual([900, 900, 900]);
    calls[2]?.answer();
    const { answer, upstreamCalls } = await handled;
    expect([answer.status, upstreamCalls]).toEqual([200, 3]);
  });

  it('are seen by what watches the answers of v2, beside the first one', async () => {
    const { calls, watched, handled } = asked();
    await settled();
    for (const { answer } of calls) answer();
    await settled();
    calls[2]?.answer();
    await handled;
    const beside = { project: bodies['/v2/projects/1'], owner: bodies['/v2/users/31'] };
    const whole = { data: { ...bodies['/v2/incidents/7'], calls: beside } };
    expect(watched).toEqual([['GET /v2/incidents/{id}', whole]]);
  });

  it('make no answer unmodified that the first call alone would be', async () => {
    const { calls, handled } = asked();
    await settled();
    expect(calls.map(({ request }) => request.carried)).toEqual([undefined, undefined]);
    for (const { answer } of calls) answer();
    await settled();
    calls[2]?.answer();
    expect(Object.keys((await handled).answer.headers)).not.toContain('etag');
  });

  it('are a failure of v2 where one of them has no answer, named for the operator', async () => {
    const { calls, handled } = asked();
    await settled();
    calls[0]?.answer();
    calls[1]?.answer(true);
    await settled();
    expect(calls).toHaveLength(2);
    expect(await handled).toMatchObject({
      answer: { status: 504 },
      refusal: { code: 'upstreamTimeout', detail: 'data.calls.project: upstream timeout' },
    });
  });
});

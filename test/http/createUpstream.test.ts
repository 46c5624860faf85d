import { createUpstream, type UpstreamClient } from '../../src/http/createUpstream';
import { upstreamLimits, type UpstreamLimits } from '../../src/http/upstreamLimits';
import type { Clock } from '../../src/gateway/clock';
import type { UpstreamRequest } from '../../src/gateway/upstream';
import { misbehaviours } from '../support/misbehaviours';
import { answering, reply, startUpstream, type ScriptedUpstream } from '../support/upstream';

const clock: Clock = {
  now: () => Date.now(),
  schedule: (delay, action) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
};
const cap = 64 * 1024;
const good = JSON.stringify({ data: { id: 1 } });

let upstream: ScriptedUpstream;
let client: UpstreamClient;

const open = (limits: Partial<UpstreamLimits> = {}): UpstreamClient =>
  createUpstream({
    origin: upstream.origin,
    clock,
    limits: { ...upstreamLimits, bodyBytes: cap, ...limits },
  });

const asking = (over: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  path: '/v2/account-offers/1?page=1',
  authorization: 'Bearer key',
  requestId: 'r-1',
  deadlineAt: clock.now() + 5_000,
  ...over,
});

beforeEach(async () => {
  upstream = await startUpstream(answering(200, good));
  client = open();
});

afterEach(async () => {
  await upstream.close();
  await client.close();
});

describe('createUpstream', () => {
  describe.each(['GET', 'PATCH'] as const)('when a %s meets an upstream that', (method) => {
    const body = method === 'GET' ? {} : { body: '{"price":1}' };

    it.each(misbehaviours)('$name, the call ends as $outcome', async ({ outcome, script }) => {
      upstream.play(script(good, cap));
      const wait = outcome === 'timeout' ? 150 : 5_000;

      const result = await client.call(asking({ method, ...body, deadlineAt: clock.now() + wait }));

      expect(result.ok ? result.value.status : result.failure.kind).toBe(outcome);
      if (!result.ok) expect(result.failure.sent).toBe(true);
      expect(upstream.requests.length).toBeLessThanOrEqual(1);
    });
  });
});

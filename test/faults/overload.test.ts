import { writeScene } from '../support/rehearsedUpstream.ts';
import { startGateway, type StartedGateway } from '../support/startGateway.ts';
import { ask, requestText, talk, type WireAnswer } from '../support/talk.ts';
import { reply, startUpstream, type ScriptedUpstream } from '../support/upstream.ts';

let upstream: ScriptedUpstream;
let gateway: StartedGateway;

const { request, good } = writeScene;

const as = (key: string) => ({ ...request, headers: { ...request.headers, Authorization: `Bearer ${key}` } });
const send = (key: string): Promise<WireAnswer> => ask(gateway.origin, as(key));
const statuses = async (answers: readonly Promise<WireAnswer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const count = (of: readonly number[], status: number) => of.filter((value) => value === status).length;

/** An upstream that holds every call until it is let go. */
async function holding() {
  const heldAnswers: (() => void)[] = [];
  let arrived = (): void => undefined;
  upstream = await startUpstream({
    request: (_seen, socket) => {
      heldAnswers.push(() => socket.write(reply(200, good)));
      arrived();
    },
  });
  return {
    until: async (calls: number) => {
      while (heldAnswers.length < calls) await new Promise<void>((resolve) => (arrived = resolve));
    },
    letGo: () => {
      for (const answer of heldAnswers.splice(0)) answer();
    },
  };
}

describe('an overloaded gateway', () => {
  it('answers 503 in the v1 shape to requests without room, and answers all others', async () => {
    const { until, letGo } = await holding();
    gateway = await startGateway({ v2: upstream.origin });
    const late: WireAnswer[] = [];
    let allLate = (): void => undefined;
    const turnedAway = new Promise<void>((resolve) => (allLate = resolve));
    const answers = Array.from({ length: 400 }, async () => {
      const answer = await send('greedy');
      if (answer.status === 503 && late.push(answer) === 400 - 56 - 256) allLate();
      return answer;
    });
    await until(56);
    await turnedAway;
    upstream.play({ request: (_seen, socket) => socket.write(reply(200, good)) });
    letGo();
    const got = await statuses(answers);
    expect([count(got, 200), count(got, 503)]).toEqual([56 + 256, 400 - 56 - 256]);
    expect(late[0]?.headers['retry-after']).toBe('1');
    expect(JSON.parse(late[0]?.body ?? '')).toEqual({ message: 'The service is busy. Try again later.' });
    expect(late[0]?.headers).not.toHaveProperty('x-lifeboat-ambiguous');
    expect(upstream.requests).toHaveLength(56 + 256);
  });

  it('answers each of many simultaneous writes, and executes no write that it answers with 503', async () => {
    upstream = await startUpstream({ request: (_seen, socket) => socket.write(reply(200, good)) });
    gateway = await startGateway({ v2: upstream.origin });
    const keptText = requestText({
      ...as('greedy'),
      headers: { ...as('greedy').headers, Connection: 'keep-alive' },
    });
    const { wire } = await talk(gateway.origin, keptText.repeat(399) + requestText(as('greedy')));
    const done = wire.match(/HTTP\/1\.1 200/g)?.length ?? 0;
    const refused = wire.match(/HTTP\/1\.1 503/g)?.length ?? 0;
    expect(done + refused).toBe(400);
    expect(refused).toBeGreaterThan(0);
    expect(wire.match(/retry-after: 1\r\n/gi)).toHaveLength(refused);
    expect(upstream.requests).toHaveLength(done);
  });

  it('answers a second key at once while hanging calls of the first fill pool and queue', async () => {
    const { until, letGo } = await holding();
    gateway = await startGateway({ v2: upstream.origin });
    const greedy = Array.from({ length: 312 }, () => send('greedy'));
    await until(56);
    upstream.play({ request: (_seen, socket) => socket.write(reply(200, good)) });
    expect(await statuses([send('modest'), send('modest'), send('third')])).toEqual([200, 200, 200]);
    letGo();
    expect(count(await statuses(greedy), 200)).toBe(312);
  });

  it("answers 429 in v1's form once v2's limit is used up, without calling v2", async () => {
    const reset = String(Math.ceil(Date.now() / 1000) + 60);
    const limits = { 'x-ratelimit-limit': '500', 'x-ratelimit-reset': reset };
    let remaining = 2;
    upstream = await startUpstream({
      request: (_seen, socket) =>
        socket.write(reply(200, good, { ...limits, 'x-ratelimit-remaining': String((remaining -= 1)) })),
    });
    gateway = await startGateway({ v2: upstream.origin });
    expect((await send('a')).status).toBe(200);
    expect((await send('a')).headers['x-ratelimit-remaining']).toBe('0');
    const refused = await send('a');
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toEqual({ message: 'Too many requests.' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(refused.headers['x-ratelimit-reset']).toBe(reset);
    expect(upstream.requests).toHaveLength(2);
  });

  it('holds every key to the configured limit', async () => {
    upstream = await startUpstream({ request: (_seen, socket) => socket.write(reply(200, good)) });
    const environment = { LIFEBOAT_LIMITS_REQUESTS_PER_MINUTE: '3' };
    gateway = await startGateway({ v2: upstream.origin, environment });
    const got = await statuses(['a', 'a', 'a', 'a', 'b'].map(send));
    expect([count(got, 200), count(got, 429)]).toEqual([4, 1]);
    expect(upstream.requests).toHaveLength(4);
  });
});

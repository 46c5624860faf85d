import { chooseFallback } from '../../../src/gateway/refusal.js';
import { createPacedUpstream } from '../../../src/gateway/rateLimits.js';
import type { Upstream, UpstreamAnswer, UpstreamFault } from '../../../src/gateway/upstream.js';
import type { Result } from '../../../src/contract/result.js';
import { answers, fails } from '../support/answers.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { gate } from '../support/gate.ts';
import { itemOffer, shippedGateway } from '../support/shippedGateway.ts';

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

const BULK = '/v1/item-offers/status/bulk';
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const change = (itemOffers: (number | string)[]) => ({ itemOffers, status: 'listed' });
const pathOf = (id: number | string) => `/v2/item-offers/${id}/list`;
const done = (id: number): Outcome => answers(200, { data: itemOffer(id), action: 'list' });

/** A marketplace that gives the scripted answer for an offer, and lists the others. */
function market(outcomes: Readonly<Record<number, Outcome>>, hook: (id: number) => void = () => undefined) {
  const sent: string[] = [];
  const upstream: Upstream = ({ path, method }) => {
    if (method !== 'GET') sent.push(path);
    const id = Number(/\d+/.exec(path.replace('/v2', ''))?.[0]);
    hook(id);
    return Promise.resolve(outcomes[id] ?? done(id));
  };
  return { upstream, asked: sent };
}

describe('a change of several offers', () => {
  it('makes one call for each id, whether number or text, and one for a repeated id', async () => {
    const { upstream, asked: sent } = market({});
    const { call, left: unsettled } = shippedGateway(upstream);
    const { answer, body } = await call('PATCH', BULK, change([3, '1', 3, '2']));
    expect([answer.status, body['message']]).toEqual([200, 'The statuses have been updated.']);
    expect(body['data']).toMatchObject([{ id: '3' }, { id: '1' }, { id: '3' }, { id: '2' }]);
    expect(sent.toSorted()).toEqual([1, 2, 3].map(pathOf));
    expect(unsettled).toEqual([]);
  });

  it('is refused as a whole, without any change, if it names too many ids', async () => {
    const { upstream, asked: sent } = market({});
    const { call, left: unsettled } = shippedGateway(upstream);
    expect((await call('PATCH', BULK, change([...ids(1_000), 1_000, 1_000]))).answer.status).toBe(200);
    sent.length = 0;
    const { answer, body } = await call('PATCH', BULK, change(ids(1_001)));
    const message = 'The itemOffers field must not have more than 1000 items.';
    expect([answer.status, body]).toEqual([422, { message, errors: { itemOffers: [message] } }]);
    expect([sent, unsettled]).toEqual([[], []]);
  });

  it('runs at most four calls at once', async () => {
    const { opened, open } = gate();
    let [running, most] = [0, 0];
    const { call } = shippedGateway(async ({ path }) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 4) open();
      await opened;
      running -= 1;
      return done(Number(/\d+/.exec(path.replace('/v2', ''))?.[0]));
    });
    expect((await call('PATCH', BULK, change(ids(20)))).answer.status).toBe(200);
    expect(most).toBe(4);
  });

  it('continues after failures, and names each with its reason and the worst status', async () => {
    const refused = answers(422, { message: 'No.', errors: { status: ['A sold offer cannot be listed.'] } });
    const locked = answers(423, { message: 'The offer is in a dispute.' }, { 'retry-after': '1' });
    const { upstream, asked: sent } = market({
      2: answers(404, {}),
      3: locked,
      4: refused,
      5: answers(500, {}),
    });
    const { call, left: unsettled } = shippedGateway(upstream, fakeClock(), { deadlineMs: 10_000 });
    const { answer, body, refusal } = await call('PATCH', BULK, change(ids(6)));
    expect([answer.status, answer.headers['x-lifeboat-ambiguous'], refusal?.ambiguous]).toEqual([
      502,
      '1',
      true,
    ]);
    expect(body).toEqual({
      message: '4 of 6 could not be changed.',
      errors: {
        'itemOffers.1': ['2: Resource not found.'],
        'itemOffers.2': ['3: The offer is in a dispute.'],
        'itemOffers.3': ['4: No.'],
        'itemOffers.4': ['5: The service failed.'],
      },
    });
    expect(sent).toEqual(ids(6).map(pathOf));
    const noted = unsettled.map(({ path, problem, ambiguous }) => [path, problem, ambiguous]);
    expect(noted.toSorted()).toEqual([
      [pathOf(2), 'notFound', false],
      [pathOf(3), 'conflict', false],
      [pathOf(4), 'invalid', false],
      [pathOf(5), 'upstreamFailed', true],
    ]);
    expect(unsettled[0]).toMatchObject({ requestId: 'r-1', resource: 'item-offer', method: 'POST' });
  });

  it.each<[string, Outcome]>([
    ['is not there', answers(404, {})],
    ['may not be changed', answers(403, {})],
    ['is in another state', answers(409, {})],
  ])('is a validation error if one call %s and all others succeed', async (_what, outcome) => {
    const { upstream, asked: sent } = market({ 2: outcome });
    const { call, left: unsettled } = shippedGateway(upstream);
    const { answer, body, phase } = await call('PATCH', BULK, change(ids(3)));
    expect([answer.status, body['message'], phase]).toEqual([422, '1 of 3 could not be changed.', 'refused']);
    expect(Object.keys(body['errors'] as object)).toEqual(['itemOffers.1']);
    expect([sent.length, unsettled.map(({ path }) => path)]).toEqual([3, [pathOf(2)]]);
  });

  it('is forbidden if every call is', async () => {
    const { upstream } = market(Object.fromEntries(ids(3).map((id) => [id, answers(403, {})])));
    expect((await shippedGateway(upstream).call('PATCH', BULK, change(ids(3)))).answer.status).toBe(403);
  });

  it('stops once v2 refuses by its rate limit, passes Retry-After on, and names the other ids', async () => {
    const { upstream, asked: sent } = market({ 5: answers(429, {}, { 'retry-after': '7' }) });
    const { call, left: unsettled } = shippedGateway(upstream);
    const { answer, body } = await call('PATCH', BULK, change(ids(100)));
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
    expect(sent.length).toBeLessThan(10);
    const errors = body['errors'] as Record<string, string[]>;
    expect(errors['itemOffers.99']).toEqual(['100: Too many requests.']);
    // Four of the first eight were under way or over by then; whatever was sent and went well is not named.
    expect(Object.keys(errors).length).toBe(100 - (sent.length - 1));
    expect(unsettled.map(({ path }) => path)).toHaveLength(Object.keys(errors).length);
    expect(new Set(unsettled.map(({ problem, ambiguous }) => `${problem} ${ambiguous}`))).toEqual(
      new Set(['rateLimited false']),
    );
  });

  it('continues if the rate limit concerns a single offer', async () => {
    const { upstream, asked: sent } = market({
      5: answers(429, {}, { 'x-ratelimit-limit': '5', 'retry-after': '7' }),
    });
    const { call, left: unsettled } = shippedGateway(upstream);
    const { answer, body } = await call('PATCH', BULK, change(ids(30)));
    expect([answer.status, body['message'], sent.length]).toEqual([429, '1 of 30 could not be changed.', 30]);
    expect(unsettled.map(({ path }) => path)).toEqual([pathOf(5)]);
  });

  it.each<[string, Outcome]>([
    ['cannot be reached', fails('unreachable', false)],
    ['has no room', fails('overloaded', false)],
  ])('is left entirely to v1 if nothing was sent, because v2 %s', async (_what, outcome) => {
    const { upstream } = market(Object.fromEntries(ids(9).map((id) => [id, outcome])));
    const { call, left: unsettled } = shippedGateway(upstream);
    const { phase, answer, refusal } = await call('PATCH', BULK, change(ids(9)));
    expect([answer.status >= 500, phase, chooseFallback(phase ?? 'failed', true)]).toEqual([
      true,
      'unsent',
      'v1',
    ]);
    expect([refusal?.ambiguous, unsettled]).toEqual([false, []]);
  });

  it('keeps within the remaining limit of the key', async () => {
    const clock = fakeClock();
    const rateLimit = (remaining: number) => ({
      'x-ratelimit-limit': '500',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(clock.now() / 1_000 + 30),
    });
    const outcomes = Object.fromEntries(
      ids(20).map((id) => [id, answers(200, { data: itemOffer(id) }, rateLimit(Math.max(0, 12 - id)))]),
    );
    const { upstream, asked: sent } = market(outcomes);
    const { call } = shippedGateway(createPacedUpstream(upstream, clock), clock);
    const { answer } = await call('PATCH', BULK, change(ids(20)));
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '30']);
    expect(sent).toHaveLength(12);
  });

  it.each([
    ['the key', {}],
    ['single offers', { 'x-ratelimit-limit': '5' }],
  ])('continues if the limit of %s is renewed before its deadline', async (_whose, limit) => {
    const clock = fakeClock();
    const renewedAt = clock.steady() + 3_000;
    const used = answers(429, {}, { ...limit, 'retry-after': '3' });
    const done: number[] = [];
    const { call, left: unsettled } = shippedGateway(
      ({ path, method }) => {
        const id = Number(/\d+/.exec(path.replace('/v2', ''))?.[0]);
        if (method === 'GET')
          return Promise.resolve(answers(200, { data: itemOffer(id, { status: 'draft' }) }));
        if (id > 5 && clock.steady() < renewedAt) return Promise.resolve(used);
        done.push(id);
        return Promise.resolve(answers(200, { data: itemOffer(id) }));
      },
      clock,
      { deadlineMs: 10_000 },
    );
    const answered = call('PATCH', BULK, change(ids(20)));
    while (clock.pending() === 0) await new Promise(setImmediate);
    clock.advance(3_000);
    while (done.length < 20) {
      await new Promise(setImmediate);
      if (clock.pending() > 0) clock.advance(3_000);
    }
    const { answer, body } = await answered;
    expect([answer.status, done.toSorted((value, nextValue) => value - nextValue), unsettled]).toEqual([
      200,
      ids(20),
      [],
    ]);
    expect(body['data']).toHaveLength(20);
  });

  it('names the remaining ids with the longest Retry-After if the limit is renewed after its deadline', async () => {
    const used = (seconds: string) => answers(429, {}, { 'x-ratelimit-limit': '5', 'retry-after': seconds });
    const { upstream } = market({ 2: used('20'), 4: used('50'), 5: answers(404, {}) });
    const { call, left: unsettled } = shippedGateway(upstream, fakeClock(), { deadlineMs: 10_000 });
    const { answer, body } = await call('PATCH', BULK, change(ids(6)));
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '50']);
    const named = ['itemOffers.1', 'itemOffers.3', 'itemOffers.4'];
    expect(Object.keys(body['errors'] as object)).toEqual(named);
    expect(unsettled).toHaveLength(3);
  });

  it('counts an offer as done if v2 allows no more writes to it and it already has the status', async () => {
    const used = answers(429, {}, { 'x-ratelimit-limit': '5', 'retry-after': '50' });
    const play = (statuses: readonly string[]) =>
      shippedGateway(({ path, method }) => {
        const id = Number(/\d+/.exec(path.replace('/v2', ''))?.[0]);
        if (method !== 'GET') return Promise.resolve(used);
        return Promise.resolve(answers(200, { data: itemOffer(id, { status: statuses[id - 1] ?? '' }) }));
      }).call('PATCH', BULK, change([1, 2]));
    const both = await play(['listed', 'listed']);
    expect([both.answer.status, both.answer.headers['x-lifeboat-unchanged']]).toEqual([200, '1']);
    const answered = await play(['listed', 'draft']);
    expect([answered.answer.status, answered.answer.headers['retry-after']]).toEqual([429, '50']);
    expect(Object.keys(answered.body['errors'] as object)).toEqual(['itemOffers.1']);
  });

  it('stops at its deadline, and distinguishes untried ids from executed ones', async () => {
    const clock = fakeClock();
    const { upstream, asked: sent } = market({}, (id) => {
      if (id === 6) clock.advance(1_000);
    });
    const { call, left: unsettled } = shippedGateway(upstream, clock);
    const { answer, body, refusal } = await call('PATCH', BULK, change(ids(50)));
    expect([answer.status, refusal?.ambiguous]).toEqual([504, false]);
    expect(Object.keys(body['errors'] as object)).toHaveLength(50 - sent.length);
    expect(sent.length).toBeLessThan(10);
    expect(unsettled).toHaveLength(50 - sent.length);
    expect(unsettled.every(({ ambiguous }) => !ambiguous)).toBe(true);
  });

  it.each<[string, Outcome]>([
    ['a refusal', answers(404, {})],
    ['a v2 that cannot be reached', fails('unreachable', false)],
    ['a lost connection', fails('reset', true)],
    ['a failure', answers(500, {})],
    ['an answer that does not fit', answers(200, { data: {} })],
    ['a limit', answers(429, {})],
    ['no room', fails('overloaded', false)],
  ])('is never repeated by v1 after %s, because a part is done', async (_what, outcome) => {
    const { upstream } = market({ 2: outcome });
    const { call } = shippedGateway(upstream);
    const { phase, answer } = await call('PATCH', BULK, change([1, 2]));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(chooseFallback(phase ?? 'unsent', true)).not.toBe('v1');
  });
});

import { bodyText } from '../../src/gateway/problems.js';
import { RequestContext } from '../../src/gateway/context.js';
import type { GatewayRequest } from '../../src/gateway/gateway.js';
import { createGateway, type GatewayParts } from '../../src/gateway/createGateway.js';
import { passKeysOn } from '../../src/gateway/keys/clientKeys.js';
import type { Upstream } from '../../src/gateway/upstream.js';
import { answers, answersBytes, fails } from './support/answers.ts';
import { fakeClock } from './support/fakeClock.ts';
import { readOffer, updateOffer } from './support/operations.ts';
import { requestFor } from './support/request.ts';
import { scriptedUpstream } from './support/scriptedUpstream.ts';

const gatewayOver = (upstream: Upstream, more: Partial<GatewayParts> = {}) =>
  createGateway({
    operations: [],
    upstream,
    keys: passKeysOn,
    clock: fakeClock(1_000),
    index: { secret: 'secret', freshMs: 60_000, pageBudget: 100 },
    deadlineMs: 10_000,
    report: () => undefined,
    ...more,
  });

const patch = (more: Partial<GatewayRequest> = {}) =>
  requestFor(
    updateOffer,
    { offer: '42' },
    { body: Buffer.from('{"price":1.5}'), contentType: 'application/json', ...more },
  );
const get = (more: Partial<GatewayRequest> = {}) => requestFor(readOffer, { offer: '42' }, more);

const GOOD = answers(200, { data: { price: 1.5 } }, { 'x-ratelimit-remaining': '7', server: 'nginx' });
const AMBIGUOUS = 'x-lifeboat-ambiguous';

async function run(request: GatewayRequest, ...script: Parameters<typeof scriptedUpstream>) {
  const { upstream, requests } = scriptedUpstream(...script);
  const { route, body, ...head } = request;
  const context = new RequestContext({ ...head, method: '', target: '' }, fakeClock());
  context.caller = passKeysOn.identify(head.authorization);
  context.body = body;
  const { answer, refusal } = await gatewayOver(upstream).translate(context, route);
  const { upstreamCalls, upstreamMilliseconds, caller } = context.facts;
  const facts = { upstreamCalls, upstreamMilliseconds, caller };
  return { answer, refusal, facts, requests, json: JSON.parse(bodyText(answer)) as unknown };
}

describe('the gateway', () => {
  it('sends a translated write once and answers in the v1 shape', async () => {
    const { answer, facts, requests, json } = await run(patch(), GOOD);
    expect(answer.status).toBe(200);
    expect(json).toEqual({ data: { type: 'offers', attributes: { price: 1.5 } } });
    expect(answer.headers).toEqual({
      'x-ratelimit-remaining': '7',
      'content-type': 'application/json',
      'cache-control': 'no-store',
      link: '</v2/offers/42>; rel="successor-version"',
      'x-request-id': 'r-1',
    });
    expect(requests).toEqual([
      {
        method: 'PATCH',
        path: '/v2/offers/42',
        body: '{"price":1.5}',
        authorization: 'Bearer key-1',
        requestId: 'r-1',
        deadlineAt: 11_000,
      },
    ]);
    expect(facts).toEqual({ upstreamCalls: 1, upstreamMilliseconds: 0, caller: 'be2974546978' });
  });

  it('cancels a read when its client disconnects, but never a write', async () => {
    expect((await run(get(), GOOD)).requests[0]?.cancel).toBeInstanceOf(AbortSignal);
    expect((await run(patch(), GOOD)).requests[0]?.cancel).toBeUndefined();
  });

  describe('before it calls the upstream', () => {
    it.each([undefined, '', 'Basic a2V5', 'Bearer', 'Bearer ', 'Bearer a b', 'key-1'])(
      'answers 401 for the Authorization %j',
      async (authorization) => {
        const { answer, json, refusal, facts, requests } = await run(patch({ authorization }));
        expect([answer.status, json]).toEqual([401, { message: 'Unauthenticated.' }]);
        expect([refusal, facts.upstreamCalls]).toEqual([{ code: 'unauthenticated' }, 0]);
        expect(requests).toEqual([]);
      },
    );

    it.each(['text/plain', 'application/x-www-form-urlencoded', '', 'json'])(
      'answers 415 for a body of type %j',
      async (contentType) => {
        const { answer, requests } = await run(patch({ contentType }));
        expect([answer.status, requests]).toEqual([415, []]);
      },
    );

    it.each([
      undefined,
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/vnd.api+json',
      'application/json; charset=utf8',
      'application/json; charset=latin1',
      'application/json;odata=verbose',
    ])('takes a body of type %j', async (contentType) => {
      expect((await run(patch({ contentType }), GOOD)).answer.status).toBe(200);
    });

    it.each([
      ['{"price":', 400, 'badJson'],
      ['price=1', 400, 'badJson'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 400, 'badJson'],
      ['['.repeat(70) + ']'.repeat(70), 400, 'badJson'],
      ['{"price":1,"__proto__":{}}', 400, 'refusedKey'],
      ['{"price":1,"a":{"__proto__":1}}', 400, 'refusedKey'],
    ])('answers the body %j with %d', async (body, status, problem) => {
      const { answer, refusal, requests } = await run(patch({ body: Buffer.from(body as string) }));
      expect([answer.status, refusal?.code, requests]).toEqual([status, problem, []]);
    });

    it.each(['{}', ''])('answers 422 with the fields at fault for the body %j', async (body) => {
      const { answer, json, requests } = await run(patch({ body: Buffer.from(body) }));
      expect([answer.status, requests]).toEqual([422, []]);
      expect(json).toEqual({
        message: 'The price field is required.',
        errors: { price: ['The price field is required.'] },
      });
      expect(answer.headers['x-request-id']).toBe('r-1');
    });
  });

  describe('when the upstream refuses', () => {
    it('turns its 422 into v1 field names', async () => {
      const { answer, json } = await run(patch(), answers(422, { message: 'No.' }));
      expect([answer.status, json]).toEqual([422, { message: 'No.', errors: { cost: ['wrong'] } }]);
    });

    it.each([answers(422, { other: 1 }), answersBytes(422, '<html>')])(
      'answers 502 for an unreadable 422, and does not call it ambiguous',
      async (outcome) => {
        const { answer, json } = await run(patch(), outcome);
        expect([answer.status, json]).toEqual([502, { message: 'The service gave no usable answer.' }]);
        expect(answer.headers).not.toHaveProperty(AMBIGUOUS);
      },
    );
  });

  describe('when the upstream gives no usable answer', () => {
    it('logs the place and the rule of a mismatch, but no value', async () => {
      const { refusal } = await run(get(), answers(200, { data: { price: 'free' } }));
      expect(refusal).toEqual({
        code: 'upstreamUnfit',
        ambiguous: false,
        executed: false,
        detail: 'data.price is not number (offer.yaml:7)',
      });
    });

    it('calls no write ambiguous that its own queue has kept: 503 with Retry-After, or 504', async () => {
      const [full, late] = [
        await run(patch(), fails('overloaded', false)),
        await run(patch(), fails('timeout', false)),
      ];
      expect([full.answer.status, full.answer.headers['retry-after'], full.requests.length]).toEqual([
        503,
        '1',
        1,
      ]);
      expect(late.answer.status).toBe(504);
      for (const { answer } of [full, late]) expect(answer.headers).not.toHaveProperty(AMBIGUOUS);
    });
  });

  describe('when it fails by itself', () => {
    const throws = (): never => {
      throw new TypeError('secret-login broke');
    };

    it('answers 500 with the id and the place, but not the text of the error', async () => {
      const { upstream } = scriptedUpstream();
      const keys = { identify: throws };
      const { answer, refusal } = await gatewayOver(upstream, { keys }).handle(patch());
      expect([answer.status, JSON.parse(bodyText(answer))]).toEqual([500, { message: 'Internal error.' }]);
      expect(answer.headers).toMatchObject({ 'x-request-id': 'r-1' });
      expect(answer.headers).not.toHaveProperty(AMBIGUOUS);
      expect(refusal?.detail).toMatch(/^TypeError at /);
      expect(JSON.stringify(refusal)).not.toContain('secret-login');
    });

    it('marks a write that was under way', async () => {
      const { upstream } = scriptedUpstream(GOOD);
      const operation = { ...updateOffer, answer: { read: throws, print: throws } };
      const request = { ...patch(), route: { operation, parameters: { offer: '42' } } };
      const { answer } = await gatewayOver(upstream).handle(request);
      expect([answer.status, answer.headers[AMBIGUOUS]]).toEqual([500, '1']);
    });

    it('answers 500 if the upstream port breaks its promise not to throw', async () => {
      const { answer } = await run(get());
      expect(answer.status).toBe(500);
    });
  });

  it('answers a disconnected client with nothing that could pass for an answer', async () => {
    expect((await run(get(), fails('cancelled', true))).refusal?.code).toBe('clientGone');
  });
});

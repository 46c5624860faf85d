import { createGateway } from '../../src/gateway/createGateway.js';
import { passKeysOn } from '../../src/gateway/keys/clientKeys.js';
import type { Upstream } from '../../src/gateway/upstream.js';
import type { Operation } from '../../src/mapping/compile/compiledOperation.js';
import { translationFrom } from '../../src/mapping/translate/translateAnswer.js';
import { success } from '../../src/contract/result.js';
import { answers, answersBytes } from './support/answers.ts';
import { fakeClock } from './support/fakeClock.ts';
import { fakeMarket, offer, offers } from './support/fakeMarket.ts';
import { gate } from './support/gate.ts';
import { findAccount, readOffer } from './support/operations.ts';
import { requestFor } from './support/request.ts';
import type { Json } from '../../src/contract/json.js';
import { scriptedUpstream } from './support/scriptedUpstream.ts';

const gatewayOver = (operations: readonly Operation[], upstream: Upstream) =>
  createGateway({
    operations,
    upstream,
    keys: passKeysOn,
    clock: fakeClock(),
    index: { secret: 'secret', freshMs: 60_000, pageBudget: 100 },
    deadlineMs: 10_000,
    report: () => undefined,
  });

/** The same read, which says which mapping answered. */
const offerBy = (mapping: string): Operation => ({
  ...readOffer,
  answer: translationFrom(() => success({ data: mapping })),
});

describe('a gateway whose operations are replaced', () => {
  it('matches new requests with the new operations, and finishes running ones with the old', async () => {
    const { opened, open } = gate();
    const gateway = gatewayOver([offerBy('old')], async () => {
      await opened;
      return answers(200, {});
    });
    const ask = async () => {
      const route = gateway.match('GET', '/v1/offers/1');
      if (route?.ok !== true) throw new Error('the offer is mapped');
      const { operation, parameters } = route.value;
      const { answer } = await gateway.handle(requestFor(operation, parameters));
      return answer.body;
    };
    const previousPromise = ask();
    gateway.replace([offerBy('new')]);
    const nextPromise = ask();
    open();
    expect(await Promise.all([previousPromise, nextPromise])).toEqual(['{"data":"old"}', '{"data":"new"}']);
    gateway.replace([]);
    expect(gateway.match('GET', '/v1/offers/1')).toBeUndefined();
  });

  it('keeps its index under an unchanged declaration, and reads the list again under another', async () => {
    const market = fakeMarket(offers(60));
    const gateway = gatewayOver([findAccount], market.upstream);
    const calls = async (operation: Operation, login: string) => {
      const { upstreamCalls } = await gateway.handle(requestFor(operation, { login }));
      return upstreamCalls;
    };
    expect(await calls(findAccount, 'nobody')).toBeGreaterThan(1);
    const reloaded = { ...findAccount };
    gateway.replace([reloaded]);
    expect(await calls(reloaded, 'login-7')).toBe(1);

    const { lookup } = findAccount;
    if (lookup === undefined) throw new Error('accounts are found by lookup');
    const otherwise = { ...findAccount, lookup: { ...lookup, index: { ...lookup.index, version: '2' } } };
    gateway.replace([otherwise]);
    expect(await calls(otherwise, 'nobody')).toBeGreaterThan(1);
  });
});

/** Handles one request and answers what was seen on the way, and the status. */
async function watched(
  upstream: Upstream,
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
) {
  const seenEntries: (readonly [endpoint: string, body: Json])[] = [];
  const gateway = createGateway({
    operations: [],
    upstream,
    keys: passKeysOn,
    clock: fakeClock(),
    index: { secret: 'secret', freshMs: 60_000, pageBudget: 100 },
    deadlineMs: 10_000,
    report: () => undefined,
    watch: (endpoint, givenValue) => seenEntries.push([endpoint, givenValue]),
  });
  const { answer } = await gateway.handle(requestFor(operation, parameters));
  return { seen: seenEntries, status: answer.status };
}

describe('the watch of a gateway', () => {
  it.each<readonly [what: string, body: Json, status: number]>([
    ['is translated', { data: { price: 1 } }, 200],
    ['does not fit the contract', { data: { price: 'x' } }, 502],
    ['is no object', 'text', 502],
  ])('sees a success that %s', async (_, body, status) => {
    const { upstream } = scriptedUpstream(answers(200, body));
    expect(await watched(upstream, readOffer, { offer: '1' })).toEqual({
      seen: [['GET /v2/offers/{offer}', body]],
      status,
    });
  });

  it.each([
    ['a refusal', answers(404, { message: 'Resource not found.' }), 404],
    ['bytes that are not JSON', answersBytes(200, '<html>'), 502],
  ])('does not see %s', async (_, outcome, status) => {
    const { upstream } = scriptedUpstream(outcome);
    expect(await watched(upstream, readOffer, { offer: '1' })).toEqual({ seen: [], status });
  });

  it('sees the pages of a list and the single resource of a lookup, even one that was not requested', async () => {
    const market = fakeMarket([offer(1, 'login-1')]);
    const upstream: Upstream = async (request) =>
      request.path.startsWith('/v2/accounts?')
        ? market.upstream(request)
        : answers(200, { data: { id: '1' } });
    const { seen: seenEntries, status } = await watched(upstream, findAccount, { login: 'login-1' });
    expect(status).toBe(502);
    expect(seenEntries.map(([endpoint]) => endpoint)).toEqual([
      'GET /v2/accounts',
      'GET /v2/accounts/{account}',
    ]);
    expect(seenEntries[1]?.[1]).toEqual({ data: { id: '1' } });
  });
});

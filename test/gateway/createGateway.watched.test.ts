import type { Json } from '../../src/contract/json';
import { createGateway } from '../../src/gateway/createGateway';
import { passKeysOn } from '../../src/gateway/keys/clientKeys';
import type { Upstream } from '../../src/gateway/upstream';
import type { Operation } from '../../src/mapping/compile/compiledOperation';
import { answers, answersBytes } from './support/answers';
import { fakeClock } from './support/fakeClock';
import { fakeMarket, offer } from './support/fakeMarket';
import { findAccount, readOffer } from './support/operations';
import { requestFor } from './support/request';
import { scriptedUpstream } from './support/scriptedUpstream';

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

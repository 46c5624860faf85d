import { isJsonObject, type Json } from '../../src/contract/json.js';
import { rehearsal } from '../support/shippedFixtures.ts';
import { startGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { reply, startUpstream } from '../support/upstream.ts';

/** The same answer, about another resource. */
function aboutAnother(body: Json): Json {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (!isJsonObject(body) || !isJsonObject(data)) throw new Error('the fixture has no data');
  return { ...body, data: { ...data, id: 1 } };
}

describe('an answer of v2 about a resource that was not asked for', () => {
  it.each([
    'getAccount',
    'getItemOffer',
    'getCurrencyOffer',
    'updateCurrencyOffer',
    'changeAccountStatus',
    'putCurrencyOfferOnSale',
    'completeCurrencyOrder',
  ])('is a 502 to %s, which marks a write as perhaps executed', async (operation) => {
    const { request, upstream: calls, gets } = rehearsal(operation);
    const honest = calls[0]?.answers.body ?? null;
    let answers = honest;
    const upstream = await startUpstream({
      request: (_seen, socket) => socket.write(reply(200, JSON.stringify(answers))),
    });
    const gateway = await startGateway({ v2: upstream.origin });
    const { method, path, body } = request;
    const headers = { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' };
    const askedEntry = {
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };

    const good = await ask(gateway.origin, askedEntry);
    expect(good.status).toBe(200);
    expect(JSON.parse(good.body)).toEqual(gets.body);
    answers = aboutAnother(honest);
    const bad = await ask(gateway.origin, askedEntry);
    expect([bad.status, bad.headers['x-lifeboat-ambiguous']]).toEqual([
      502,
      method === 'GET' ? undefined : '1',
    ]);
    expect(JSON.parse(bad.body)).toEqual({ message: expect.any(String) as string });
  });
});

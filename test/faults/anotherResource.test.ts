import { isJsonObject, type Json } from '../../src/contract/json';
import { rehearsal } from '../support/shippedFixtures';
import { startGateway } from '../support/startGateway';
import { ask } from '../support/talk';
import { answering, startUpstream } from '../support/upstream';

/** The same answer, about another resource. */
function aboutAnother(body: Json): Json {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (!isJsonObject(body) || !isJsonObject(data)) throw new Error('the fixture has no data');
  return { ...body, data: { ...data, id: 1 } };
}

// That no write is acknowledged by such an answer is said in `acknowledgedWrites.test.ts`.
describe('an answer of v2 about a resource that was not asked for', () => {
  it.each(['getAccount', 'getItemOffer', 'getCurrencyOffer'])('is a 502 to %s', async (operation) => {
    const { request, upstream: calls } = rehearsal(operation);
    const answers = JSON.stringify(aboutAnother(calls[0]?.answers.body ?? null));
    const upstream = await startUpstream(answering(200, answers));
    const gateway = await startGateway({ v2: upstream.origin });
    const headers = { Authorization: 'Bearer key-1' };
    const { status, body } = await ask(gateway.origin, { path: request.path, headers });
    expect([status, JSON.parse(body)]).toEqual([502, { message: expect.any(String) as string }]);
    await Promise.all([gateway.close(), upstream.close()]);
  });
});

import type { ComparePair } from '../../src/comparison/compare/answerPair.js';
import { ask } from '../support/talk.ts';
import { answering, reply } from '../support/upstream.ts';
import { offerV2, READ, SHADOW, startsCompared, WRITE } from './startCompared.ts';

const start = startsCompared();

describe('a write that v1 answers in the stage shadow', () => {
  const answerOfV1 =
    '{"data":{"id":"7","type":"currency-offers","attributes":{"title":"new"}},"message":"done"}';

  it('is read back from v2 until it is visible there, and never sent to v2', async () => {
    let reads = 0;
    const compare: ComparePair = (v1, v2) => {
      const shows = v2.body.includes('"new"') && v1.body === answerOfV1.replace(',"message":"done"', '');
      const difference = { path: 'data', at: '', kind: 'value', severity: 'suspicious' } as const;
      return {
        ok: true,
        differences: shows ? [] : [difference],
        ignored: [],
      };
    };
    const { edge, settle, pairs } = await start(SHADOW, { compare });
    edge.v1.play(answering(200, answerOfV1));
    edge.v2.play({
      request: (_request, socket) => {
        reads += 1;
        socket.write(reply(200, offerV2(reads > 1 ? { title: 'new' } : {})));
      },
    });
    expect(await ask(edge.origin, WRITE)).toMatchObject({ status: 200, body: answerOfV1 });
    await settle(1);
    expect(pairs).toMatchObject([{ differs: false, pair: { operation: 'updateCurrencyOffer' } }]);
    expect(edge.v2.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect(edge.v1.requests).toMatchObject([{ method: 'PATCH', body: '{"price":2}' }]);
  });

  it('is never sent twice, although the whole resource is read from v1 if that can decide', async () => {
    const settings = { wantsControl: () => true, limits: { lag: 0 } };
    const { edge, settle, pairs } = await start(SHADOW, settings);
    const account = { data: { id: '7', type: 'accounts', attributes: { title: 'new' } } };
    edge.v1.play({
      request: ({ method }, socket) => {
        const message = method === 'GET' ? {} : { message: 'done' };
        socket.write(reply(200, JSON.stringify({ ...account, ...message })));
      },
    });
    edge.v2.play(answering(404, '{"message":"Not found."}'));
    await ask(edge.origin, { ...WRITE, path: '/v1/accounts/7/status', body: '{"status":"draft"}' });
    await settle(1);
    expect(pairs).toMatchObject([
      { differs: true, control: { because: 'becauseDifferent', compared: { differences: [] } } },
    ]);
    expect(edge.v1.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PATCH /v1/accounts/7/status',
      'GET /v1/accounts/7?with_data=1',
    ]);
  });

  it.each([
    ['the next write to it', 'PATCH', '/v1/accounts/7/status', '{"status":"listed"}'],
    ['a write to several', 'PATCH', '/v1/accounts/status/bulk', '{"accounts":[7],"status":"listed"}'],
    ['its deletion', 'DELETE', '/v1/accounts/7', ''],
  ])('is left out and counted if %s arrives before it is read back', async (_later, method, path, body) => {
    const { edge, settle, accounts } = await start(SHADOW, { limits: { lag: 0 } });
    let later: Promise<unknown> | undefined;
    edge.v1.play(answering(200, '{"data":{"id":"7","type":"accounts","attributes":{"title":"new"}}}'));
    edge.v2.play({
      request: (_request, socket) => {
        later ??= ask(edge.origin, { method, path, body, headers: WRITE.headers });
        void later.then(() => socket.write(reply(404, '{"message":"Not found."}')));
      },
    });
    await ask(edge.origin, { ...WRITE, path: '/v1/accounts/7/status', body: '{"status":"draft"}' });
    await settle(2);
    expect(accounts.accountsByOperation().get('changeAccountStatus')?.notCompared.overwritten).toBe(1);
  });

  it('still differs if the next write is to another resource', async () => {
    const { edge, settle, pairs } = await start(SHADOW, { limits: { lag: 0 } });
    edge.v1.play(answering(200, answerOfV1));
    edge.v2.play(answering(404, '{"message":"Not found."}'));
    await Promise.all([
      ask(edge.origin, WRITE),
      ask(edge.origin, { ...WRITE, path: '/v1/currency-offers/70' }),
    ]);
    await settle(2);
    expect(pairs.map(({ differs }) => differs)).toEqual([true, true]);
  });

  it('is only translated on request, without being sent', async () => {
    const { edge, settle, pairs } = await start(SHADOW, { writes: 'translate-only' });
    edge.v1.play(answering(200, answerOfV1));
    await ask(edge.origin, { ...WRITE, body: '{"game":"x","price":"not a price"}' });
    await ask(edge.origin, WRITE);
    await settle(2);
    expect(pairs).toMatchObject([
      { differs: true, pair: { v1: { status: 200 }, v2: { status: 422 } } },
      { differs: expect.any(Boolean) as boolean },
    ]);
    expect(edge.v2.requests).toEqual([]);
    expect(edge.v1.requests.map(({ body }) => body)).toEqual([
      '{"game":"x","price":"not a price"}',
      '{"price":2}',
    ]);
  });

  it('is confirmed by a 404 if it deletes', async () => {
    const { edge, settle, pairs } = await start(SHADOW);
    edge.v1.play(answering(200, '{"message":"gone"}'));
    edge.v2.play(answering(404, '{"message":"Not found."}'));
    await ask(edge.origin, { method: 'DELETE', path: '/v1/accounts/7', headers: READ.headers });
    await settle(1);
    expect(pairs).toMatchObject([{ differs: false, pair: { operation: 'deleteAccount' } }]);
  });
});

import { gzipSync } from 'node:zlib';
import type { Account } from '../../src/comparison/keep/comparisonAccounts.js';
import type { ComparePair } from '../../src/comparison/compare/answerPair.js';
import { ask } from '../support/talk.ts';
import { answering, reply, type Script } from '../support/upstream.ts';
import { CHECK, type Compared, offerV2, READ, sameText, SHADOW, startsCompared } from './startCompared.ts';

const start = startsCompared();
/** Takes requests and never answers. */
const hanging: Script = {};

const accountOf = ({ accounts }: Compared, operation = 'getCurrencyOffer'): Account => {
  const account = accounts.accountsByOperation().get(operation);
  if (account === undefined) throw new Error(`nothing was served for ${operation}`);
  return account;
};

const sumOf = ({ compared, pending, notCompared }: Account): number =>
  Object.values(notCompared).reduce((sum, count) => sum + count, compared + pending);

describe('a read that v1 answers in the stage shadow', () => {
  it('is compared with the translated answer of v2, and stored with the untranslated one', async () => {
    const compared = await start(SHADOW);
    const { edge, settle, pairs } = compared;
    edge.v1.play(answering(200, '{"data":"of v1"}', { 'x-own': 'yes' }));
    edge.v2.play(answering(200, offerV2()));
    const answer = await ask(edge.origin, { ...READ, path: `${READ.path}?b=2&a=1` });
    await settle(1);
    expect(answer).toMatchObject({ status: 200, body: '{"data":"of v1"}' });
    expect(pairs).toMatchObject([
      {
        differs: true,
        pair: {
          resource: 'currency-offer',
          operation: 'getCurrencyOffer',
          request: 'GET /v1/currency-offers/7?a=1&b=2',
          v1: { status: 200, body: '{"data":"of v1"}' },
          v2: { status: 200, body: expect.stringContaining('"type":"currencyOffers"') as string },
          raw: [{ status: 200, body: offerV2() }],
        },
      },
    ]);
    expect(pairs[0]?.pair.v1.headers['x-own']).toBe('yes');
    expect(edge.v1.requests).toHaveLength(1);
    expect(accountOf(compared)).toMatchObject({ served: 1, compared: 1, pending: 0 });
  });

  it('is answered in full while v2 never answers the comparison', async () => {
    const compared = await start(SHADOW);
    const { edge } = compared;
    edge.v1.play(answering(200, '{"data":1}'));
    edge.v2.play(hanging);
    for (let round = 0; round < 20; round += 1) {
      expect(await ask(edge.origin, READ)).toMatchObject({ status: 200, body: '{"data":1}', whole: true });
    }
    expect(accountOf(compared)).toMatchObject({ served: 20, pending: 20 });
    compared.shadow.close();
    await compared.settle(20);
    expect(accountOf(compared)).toMatchObject({ served: 20, pending: 0, notCompared: { timeout: 20 } });
  });

  it('is answered as usual if the comparison itself fails', async () => {
    const compare: ComparePair = () => {
      throw new Error('a bug');
    };
    const compared = await start(SHADOW, { compare });
    compared.edge.v1.play(answering(200, '{"data":1}'));
    compared.edge.v2.play(answering(200, offerV2()));
    expect(await ask(compared.edge.origin, READ)).toMatchObject({ status: 200, body: '{"data":1}' });
    await compared.settle(1);
    expect(compared.bugs).toMatchObject([{ message: 'a bug' }]);
    expect(accountOf(compared)).toMatchObject({
      served: 1,
      pending: 0,
      notCompared: { failed: 1, not_json: 0 },
    });
  });

  it('is always counted, even if the queue is flooded', async () => {
    const compared = await start(SHADOW, { limits: { queue: 5, places: 2 } });
    const { edge } = compared;
    edge.v1.play(answering(200, '{"data":1}'));
    edge.v2.play(hanging);
    const askedPromise = Array.from({ length: 200 }, () => ask(edge.origin, READ));
    const statuses = (await Promise.all(askedPromise)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const flooded = accountOf(compared);
    expect(flooded).toMatchObject({ served: 200, pending: 7, notCompared: { queue_full: 193 } });
    expect(sumOf(flooded)).toBe(200);
    compared.shadow.close();
    await compared.settle(200);
    expect(accountOf(compared)).toMatchObject({ notCompared: { queue_full: 193, timeout: 7 } });
  });

  it('is always counted, even if comparisons fail, end and find no room together', async () => {
    let turn = 0;
    const compare: ComparePair = (...answers) => {
      turn += 1;
      if (turn % 3 === 0) throw new Error('a bug');
      return sameText(...answers);
    };
    const compared = await start(SHADOW, { compare, limits: { queue: 20, places: 2 } });
    const { edge, bugs, pairs } = compared;
    edge.v1.play(answering(200, '{"data":1}'));
    edge.v2.play(answering(200, offerV2()));
    const askedPromise = Array.from({ length: 200 }, () => ask(edge.origin, READ));
    expect(new Set((await Promise.all(askedPromise)).map(({ status }) => status))).toEqual(new Set([200]));
    await compared.settle(200);
    const account = accountOf(compared);
    const { failed, queue_full: full } = account.notCompared;
    expect([account.served, account.pending, sumOf(account)]).toEqual([200, 0, 200]);
    expect([failed, account.compared, failed + account.compared + full]).toEqual([
      bugs.length,
      pairs.length,
      200,
    ]);
    expect(Math.min(failed, full, account.compared)).toBeGreaterThan(0);
  });

  it.each<[string, Script, Script, object]>([
    ['v1_error', answering(503, '{}'), answering(200, offerV2()), { v1_error: 1 }],
    ['v2_error', answering(200, '{}'), answering(429, '{}'), { v2_error: 1 }],
    ['too_large', answering(200, `"${'x'.repeat(100_001)}"`), answering(200, offerV2()), { too_large: 1 }],
    [
      'not_json',
      answering(200, 'packed', { 'content-encoding': 'br' }),
      answering(200, offerV2()),
      { not_json: 1 },
    ],
    ['not_json', answering(304, ''), answering(200, offerV2()), { not_json: 1 }],
  ])('counts as %s if there is nothing to compare', async (_reason, v1, v2, notCompared) => {
    const compared = await start(SHADOW);
    compared.edge.v1.play(v1);
    compared.edge.v2.play(v2);
    await ask(compared.edge.origin, READ);
    await compared.settle(1);
    expect(accountOf(compared)).toMatchObject({ served: 1, compared: 0, notCompared });
  });

  it('is not compared without a budget, nor outside the sample', async () => {
    const compared = await start(SHADOW, { limits: { perMinute: 2 } });
    compared.edge.v1.play(answering(200, '{}'));
    compared.edge.v2.play(answering(200, offerV2()));
    for (let round = 1; round <= 4; round += 1) {
      await ask(compared.edge.origin, READ);
      await compared.settle(round);
    }
    const account = { served: 4, compared: 2, notCompared: { sampled_out: 2 } };
    expect(accountOf(compared)).toMatchObject(account);

    const sparse = await start(SHADOW, { limits: { samplePercent: 0 } });
    sparse.edge.v1.play(answering(200, '{}'));
    await ask(sparse.edge.origin, READ);
    expect(accountOf(sparse)).toMatchObject({ served: 1, notCompared: { sampled_out: 1 } });
    expect(sparse.edge.v2.requests).toEqual([]);
  });

  it('is decompressed for the comparison, and reaches its client unchanged', async () => {
    const { edge, settle, pairs } = await start(SHADOW);
    const packed = gzipSync('{"data":"packed"}');
    const head = reply(200, '', { 'content-encoding': 'gzip', 'x-length': String(packed.length) });
    const [lines = ''] = head
      .replace('content-length: 0', `content-length: ${packed.length}`)
      .split('\r\n\r\n');
    edge.v1.play({
      request: (_request, socket) => socket.write(Buffer.concat([Buffer.from(`${lines}\r\n\r\n`), packed])),
    });
    edge.v2.play(answering(200, offerV2()));
    const answer = await ask(edge.origin, READ);
    await settle(1);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(pairs[0]?.pair.v1.body).toBe('{"data":"packed"}');
  });

  it('repeats the call to v1 at random, and if that can decide something', async () => {
    const drawn = await start(SHADOW, { limits: { controlPercent: 100 } });
    drawn.edge.v1.play(answering(200, '{"data":1}'));
    drawn.edge.v2.play(answering(200, offerV2()));
    await ask(drawn.edge.origin, READ);
    await drawn.settle(1);
    expect(drawn.pairs).toMatchObject([{ control: { because: 'byLot', compared: { differences: [] } } }]);
    expect(drawn.edge.v1.requests).toHaveLength(2);

    const worth = await start(SHADOW, { wantsControl: () => true });
    worth.edge.v1.play(answering(200, '{"data":1}'));
    worth.edge.v2.play(answering(200, offerV2()));
    await ask(worth.edge.origin, READ);
    await worth.settle(1);
    expect(worth.pairs).toMatchObject([{ control: { because: 'becauseDifferent' } }]);
  });
});

describe('a read that v2 answers', () => {
  it('is checked against v1 after the client has its answer', async () => {
    const compared = await start(CHECK);
    const { edge, settle, pairs } = compared;
    edge.v1.play(answering(200, '{"data":"of v1"}'));
    edge.v2.play(answering(200, offerV2()));
    const answer = await ask(edge.origin, READ);
    await settle(1);
    expect(answer.headers['x-lifeboat-served-by']).toBe('v2');
    expect(pairs).toMatchObject([
      { pair: { v1: { body: '{"data":"of v1"}' }, v2: { body: answer.body }, raw: [{ body: offerV2() }] } },
    ]);
    expect(edge.v1.requests).toMatchObject([
      { method: 'GET', path: READ.path, headers: { authorization: 'Bearer key-1' } },
    ]);
  });

  it('names the contract violation of v2 if its answer cannot be translated', async () => {
    const { edge, settle, pairs } = await start(CHECK);
    edge.v1.play(answering(200, '{}'));
    edge.v2.play(answering(200, offerV2({ price_eur: { odd: true } })));
    await ask(edge.origin, READ);
    await settle(1);
    const unfit = expect.stringContaining('price_eur') as string;
    expect(pairs).toMatchObject([{ differs: true, pair: { v2: { status: 502 }, unfit } }]);
  });

  it('is answered in full while v1 never answers the comparison', async () => {
    const compared = await start(CHECK);
    compared.edge.v1.play(hanging);
    compared.edge.v2.play(answering(200, offerV2()));
    expect(await ask(compared.edge.origin, READ)).toMatchObject({ status: 200, whole: true });
    expect(accountOf(compared)).toMatchObject({ served: 1, pending: 1 });
  });
});

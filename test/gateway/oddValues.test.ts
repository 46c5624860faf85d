import type { Json, JsonObject } from '../../src/contract/json.js';
import { createSentinel } from '../../src/drift/driftSentinel.js';
import { bodyText } from '../../src/gateway/problems.js';
import type { Upstream } from '../../src/gateway/upstream.js';
import { driftSubjects } from '../../src/runtime/driftSubjects.js';
import { sampleOffer } from '../support/sampleOffer.ts';
import { shipped } from '../support/shipped.ts';
import { answers, answersBytes } from './support/answers.ts';
import { itemOffer, shippedGateway } from './support/shippedGateway.ts';

/** The text of the sample offer as v2 writes it, `written` (JSON) in the place of one member. */
const offerWith = (member: string, written: string): string =>
  JSON.stringify({ data: { ...sampleOffer, [member]: 'HERE' } }).replace('"HERE"', written);

/** Reads the sample offer, one member of it as v2 writes it; gives v1's answer, what drift says, and the text. */
async function read(member: string, written: string) {
  const sentinel = createSentinel({ now: () => 0, notify: () => undefined });
  sentinel.replaceSubjects(driftSubjects(shipped().resources));
  const upstream: Upstream = () => Promise.resolve(answersBytes(200, offerWith(member, written)));
  const { answer, body } = await shippedGateway(upstream, undefined, { watch: sentinel.observeAnswer }).call(
    'GET',
    '/v1/currency-offers/7',
  );
  const { findings } = sentinel.report();
  const data = body['data'] as { readonly attributes?: JsonObject } | undefined;
  return {
    status: answer.status,
    attributes: data?.attributes ?? {},
    drift: findings.map(({ path, kind, effect }) => `${path} ${kind} ${effect}`),
    text: bodyText(answer),
  };
}

describe('an id beyond 2^53', () => {
  it.each(['9007199254740993', '"9007199254740993"', '9223372036854775807', '"18446744073709551615"'])(
    'is read as text if v2 writes %s',
    async (written) => {
      const id = written.replaceAll('"', '');
      const row = JSON.stringify({ ...itemOffer(1), id: 'HERE' }).replace('"HERE"', written);
      const meta = { current_page: 1, last_page: 1, per_page: 15, total: 2 };
      const page = `{"data":[${row},${JSON.stringify(itemOffer(2))}],"meta":${JSON.stringify(meta)}}`;
      const { call } = shippedGateway(() => Promise.resolve(answersBytes(200, page)));
      const { answer, body } = await call('GET', '/v1/item-offers');
      expect(answer.status).toBe(200);
      expect((body['data'] as JsonObject[]).map((offer) => offer['id'])).toEqual([id, '2']);
    },
  );

  it.each([false, true])('identifies one offer, and is sent on unchanged (text: %s)', async (isText) => {
    const id = '9007199254740993';
    const paths: string[] = [];
    const { call } = shippedGateway(({ path }) => {
      paths.push(path);
      return Promise.resolve(answersBytes(200, offerWith('id', isText ? `"${id}"` : id)));
    });
    const { answer, body } = await call('GET', `/v1/currency-offers/${id}`);
    expect([answer.status, (body['data'] as JsonObject)['id']]).toEqual([200, id]);
    expect(paths).toEqual([`/v2/currency-offers/${id}`]);
  });

  it.each(['9007199254740993', '"9007199254740993"'])(
    'is changed in a bulk change as %s',
    async (written) => {
      const paths: string[] = [];
      const { callText } = shippedGateway(({ path }) => {
        paths.push(path);
        return Promise.resolve(answers(200, { data: { ...itemOffer(1), id: '9007199254740993' } }));
      });
      const { status } = await callText(
        'PATCH',
        '/v1/item-offers/status/bulk',
        `{"itemOffers":[${written}],"status":"draft"}`,
      );
      expect(status).toBe(200);
      expect(paths).toEqual(['/v2/item-offers/9007199254740993/draft']);
    },
  );
});

describe('a date as ISO text', () => {
  it.each([
    ['2023-11-14T22:13:20+00:00', 'passed'],
    ['2023-11-15T00:13:20+02:00', 'passed'],
    ['2023-11-14T16:43:20-0530', 'passed'],
    ['2023-11-14T22:13:20.000000Z', 'passed'],
    ['2023-11-14T22:13:20.5Z', 'replaced'],
    ['2023-11-14T23:13:20.999999+01:00', 'replaced'],
  ])('is read if v2 writes %s', async (written, effect) => {
    const { attributes, drift } = await read('updated_at', `"${written}"`);
    expect(attributes['updated_at']).toBe('2023-11-14T22:13:20Z');
    expect(drift).toEqual([`data.updated_at changed-type ${effect}`]);
  });

  it.each([
    '2023-11-14T22:13:20',
    '2023-11-14 22:13:20',
    '2023-11-14T22:13:20+25:00',
    '2023-02-31T00:00:00Z',
  ])('is refused if reading it would be a guess: %s', async (written) => {
    const { attributes } = await read('updated_at', `"${written}"`);
    expect(attributes['updated_at']).toBeNull();
  });
});

describe('a price', () => {
  it.each([
    ['"12345678901234567.891234"', '12345678901234567.891234'],
    ['12345678901234567.891234', '12345678901234567.891234'],
    ['"99999999999999999999.000000"', '99999999999999999999'],
    [
      '{"format":"x","format_readable":"x","amount":1234567890123456.78,"currency":"EUR"}',
      '1234567890123456.78',
    ],
    ['1.50', '1.5'],
    ['"-0.00"', '0'],
    ['"0.0000000"', '0'],
  ])('is read exactly at any length: %s', async (written, price) => {
    const { status, text } = await read('price_eur', written);
    expect(status).toBe(200);
    expect(/"price":([^,]+),/.exec(text)?.[1]).toBe(price);
  });

  it.each([
    ['"1.0000005"', 1],
    ['"1.0000015"', 1.000002],
    ['1.00000050000001', 1.000001],
    ['"1234567890.12345650"', 1234567890.123456],
  ])(
    'is rounded half-even and reported as drift if it has more decimals than v1: %s',
    async (written, price) => {
      const { attributes, drift } = await read('price_eur', written);
      expect(attributes['price']).toBe(price);
      expect(drift).toEqual(['data.price_eur finer-amount replaced']);
    },
  );

  it.each(['"0.0000005"', '0.0000005', '"-0.0000004"', '5e-7'])(
    'is refused and reported as drift if v1 would show it as 0: %s',
    async (written) => {
      const { status, drift } = await read('price_eur', written);
      expect(status).toBe(502);
      expect(drift).toEqual(['data.price_eur finer-amount refused']);
    },
  );
});

const FREE =
  '{"ratio":1.0,"cold":-0,"tiny":0.0000001,"price":2.50,"constructor":{"prototype":1},"list":[1e5,-0.0]}';

describe('a value in a free-form object', () => {
  it('is returned as v2 wrote it', async () => {
    const { text } = await read('parameters', FREE);
    expect(text).toContain(`"data":${FREE}`);
  });

  it('is sent to v2 as the client wrote it', async () => {
    const bodies: (string | undefined)[] = [];
    const { callText } = shippedGateway(({ body }) => {
      bodies.push(body?.toString());
      return Promise.resolve(answers(200, { data: sampleOffer }));
    });
    const { status } = await callText(
      'PATCH',
      '/v1/currency-offers/7',
      `{"description":"d","price":1.50,"game":"g","stock":5.0,"min_quantity":1,"delivery_time":{"duration":1,"unit":"hours"},"currency_data":${FREE}}`,
    );
    expect(status).toBe(200);
    expect(bodies[0]).toContain(`"currency_data":${FREE}`);
    expect(bodies[0]).toContain('"price":1.5,"game":"g","stock":5,');
  });

  it('is not written if its key would replace a prototype', async () => {
    const { text } = await read('parameters', '{"__proto__":{"a":1},"b":2}');
    expect(text).toContain('"data":{"b":2}');
    const { callText } = shippedGateway(() => Promise.reject(new Error('asked')));
    const body: Json = '{"currency_data":{"__proto__":{}}}';
    expect((await callText('PATCH', '/v1/currency-offers/7', body)).status).toBe(400);
  });
});

describe('a body in Latin-1', () => {
  it.each(['application/json', 'application/json; charset=iso-8859-1', 'application/json; charset=utf-8'])(
    'is sent to v2 as UTF-8 if its type is %s',
    async (type) => {
      const bodies: (string | undefined)[] = [];
      const { callText } = shippedGateway(({ body }) => {
        bodies.push(body?.toString());
        return Promise.resolve(answers(200, { data: sampleOffer }));
      });
      const text = `{"description":"caf\xe9 5 \x80","price":1,"game":"g","stock":5,"min_quantity":1,"delivery_time":{"duration":1,"unit":"hours"}}`;
      const path = '/v1/currency-offers/7';
      expect((await callText('PATCH', path, Buffer.from(text, 'latin1'), type)).status).toBe(200);
      expect((await callText('PATCH', path, text.replace('\x80', '€'), type)).status).toBe(200);
      expect(bodies[0]).toContain('"description":"café 5 €"');
      expect(bodies[1]).toBe(bodies[0]);
    },
  );
});

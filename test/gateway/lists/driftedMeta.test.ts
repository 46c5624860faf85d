import { createSentinel } from '../../../src/drift/driftSentinel.js';
import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Upstream } from '../../../src/gateway/upstream.js';
import { driftSubjects } from '../../../src/runtime/driftSubjects.js';
import { shipped } from '../../support/shipped.ts';
import { answers } from '../support/answers.ts';
import { idsIn, upTo } from '../support/pagedMarket.ts';
import { itemOffer, shippedGateway } from '../support/shippedGateway.ts';

/** What v2 makes of the `meta` of a page. */
type Drift = (meta: JsonObject) => JsonObject;

const asText: Drift = (meta) =>
  Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, JSON.stringify(value)]));

const without =
  (...names: readonly string[]): Drift =>
  (meta) =>
    Object.fromEntries(Object.entries(meta).filter(([name]) => !names.includes(name)));

const asIs: Drift = (meta) => meta;

/** A v2 with so many item offers whose list counts in its own way, and gives at most `most` on a page. */
function market(count: number, drift: Drift, most = 50) {
  const askedTexts: string[] = [];
  const upstream: Upstream = ({ path }) => {
    const query = new URL(path, 'http://market').searchParams;
    const [page, size] = [Number(query.get('page')), Math.min(most, Number(query.get('per_page')))];
    askedTexts.push(`${page} of ${query.get('per_page')}`);
    const countBefore = (page - 1) * size;
    const length = Math.max(0, Math.min(size, count - countBefore));
    const data: Json[] = Array.from({ length }, (_, index) => itemOffer(countBefore + index + 1));
    const last = Math.max(1, Math.ceil(count / size));
    const meta = { current_page: page, last_page: last, per_page: size, total: count };
    return Promise.resolve(answers(200, { data, meta: drift(meta) }));
  };
  const sentinel = createSentinel({ now: () => 0, notify: () => undefined });
  sentinel.replaceSubjects(driftSubjects(shipped().resources));
  const { call } = shippedGateway(upstream, undefined, { watch: sentinel.observeAnswer });
  const found = () =>
    sentinel
      .report()
      .findings.filter(({ path }) => path.startsWith('meta'))
      .map(({ path, kind, found: form }) => `${path} ${kind} ${form}`);
  return { call, asked: askedTexts, found };
}

describe('a v2 list whose meta has drifted', () => {
  it.each<[string, Drift, number, readonly string[]]>([
    [
      'numbers as text',
      asText,
      50,
      ['current_page', 'last_page', 'per_page', 'total'].map((name) => `meta.${name} changed-type text`),
    ],
    ['no last page', without('last_page'), 50, ['meta.last_page missing-field absent']],
    ['no total', without('total'), 50, ['meta.total missing-field absent']],
    [
      'neither',
      without('total', 'last_page'),
      50,
      ['meta.last_page missing-field absent', 'meta.total missing-field absent'],
    ],
    ['smaller pages', asIs, 25, ['meta.per_page unseen-value 25']],
    [
      'smaller pages and no total',
      without('total', 'last_page'),
      25,
      [
        'meta.last_page missing-field absent',
        'meta.total missing-field absent',
        'meta.per_page unseen-value 25',
      ],
    ],
  ])('is answered in full, and counted as drift: %s', async (_name, drift, most, findings) => {
    for (const count of [0, 1, 49, 50, 120, 200]) {
      const { call, found } = market(count, drift, most);
      const { answer, body } = await call('GET', '/v1/item-offers?per_page=1000');
      expect(answer.status).toBe(200);
      expect(idsIn(body)).toEqual(upTo(count));
      expect(body['meta']).toMatchObject({
        total: count,
        to: count === 0 ? null : count,
        last_page: 1,
        per_page: 1000,
      });
      expect(found()).toEqual(findings);
    }
  });

  it('counts the rows itself if v2 does not, for every requested page', async () => {
    const { call } = market(120, without('total', 'last_page'), 25);
    const rows: number[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await call('GET', `/v1/item-offers?per_page=40&page=${page}`);
      rows.push(...idsIn(body));
      expect(body['meta']).toMatchObject({ total: 120, last_page: 3, to: 40 * page });
    }
    expect(rows).toEqual(upTo(120));
    const { body } = await call('GET', '/v1/item-offers?per_page=40&page=9');
    expect([idsIn(body), body['meta']]).toMatchObject([[], { total: 120, last_page: 3, to: 120 }]);
  });

  it('is read in pages of the size that v2 has shown', async () => {
    const { call, asked: askedTexts } = market(60, asIs, 25);
    await call('GET', '/v1/item-offers?per_page=1000');
    expect(askedTexts).toEqual(['1 of 50', '1 of 25', '2 of 25', '3 of 25']);
    askedTexts.length = 0;
    expect(idsIn((await call('GET', '/v1/item-offers?per_page=1000')).body)).toEqual(upTo(60));
    expect(askedTexts).toEqual(['1 of 25', '2 of 25', '3 of 25']);
  });

  it('is refused if its pages are larger than requested', async () => {
    const { call } = market(60, (meta) => ({ ...meta, per_page: 100, last_page: 1 }));
    expect((await call('GET', '/v1/item-offers?per_page=1000')).answer.status).toBe(502);
  });
});

describe('a lookup in a list whose meta has drifted', () => {
  it.each<[string, Drift, number]>([
    ['numbers as text', asText, 50],
    ['no total', without('total', 'last_page'), 50],
    ['smaller pages and no total', without('total', 'last_page'), 25],
  ])('finds an existing login, and answers 404 for a missing one: %s', async (_name, drift, most) => {
    const offer = (id: number): JsonObject => ({
      id,
      status: 'listed',
      price: '1.00',
      credentials: { login: `login-${id}` },
      updated_at: id,
    });
    const upstream: Upstream = ({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://market');
      const id = Number(/\d+$/.exec(pathname)?.[0]);
      if (id > 0) return Promise.resolve(answers(200, { data: offer(id) }));
      const [page, size] = [Number(searchParams.get('page')), most];
      const data = upTo(100)
        .toReversed()
        .slice((page - 1) * size, page * size)
        .map(offer);
      const meta = { current_page: page, last_page: Math.ceil(100 / size), per_page: size, total: 100 };
      return Promise.resolve(answers(200, { data, meta: drift(meta) }));
    };
    const { call } = shippedGateway(upstream);
    const { answer, body } = await call('GET', '/v1/accounts/by-login/login-1');
    expect([answer.status, (body['data'] as JsonObject)['id']]).toEqual([200, '1']);
    expect((await call('GET', '/v1/accounts/by-login/nobody')).answer.status).toBe(404);
  });
});

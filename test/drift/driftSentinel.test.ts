import type { Field } from '../../src/contract/field.js';
import type { Json, JsonObject } from '../../src/contract/json.js';
import { createSentinel } from '../../src/drift/driftSentinel.js';
import type { DriftFinding } from '../../src/drift/driftReport.js';
import { driftSubjects } from '../../src/runtime/driftSubjects.js';
import { shipped, shippedResource } from '../support/shipped.ts';

const OFFER = 'GET /v2/currency-offers/{currencyOffer}';
const PAGES = 'GET /v2/currency-offers';
const { v2 } = shippedResource('currency-offer');
const { effectAt: effects = () => () => 'passed' as const } =
  driftSubjects(shipped().resources).find(({ endpoint }) => endpoint === OFFER) ?? {};

const offer: JsonObject = {
  id: 7,
  uuid: 'u-7',
  external_id: null,
  game: { id: 1, name: 'Game', slug: 'game' },
  currency_unit: { slug: 'gold', currency_name: 'Gold', name: 'gold', symbol: 'g', multiplier: 1000 },
  title: 'Gold',
  description: 'A lot of it',
  parameters: { server: 'eu-1' },
  base_currency: 'EUR',
  status: 'listed',
  delivery_time: { duration: 1, unit: 'hours', format: '1h', formatLong: '1 hour', seconds: 3600 },
  delivery_instructions: null,
  stock: 5,
  min_quantity: 1,
  price_eur: '0.012345',
  price_usd: 0.0134,
  views: 0,
  icon_url: 'https://example.com/g.png',
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  listed_at: null,
};

function openSentinel(data: Field = v2, endpoint = OFFER, effectAt = effects) {
  const notified: DriftFinding[] = [];
  let now = 1_700_000_000_000;
  const sentinel = createSentinel({ now: () => now, notify: (finding) => notified.push(finding) });
  sentinel.replaceSubjects([{ endpoint, at: 'data', field: data, effectAt }]);
  return {
    notified,
    sentinel,
    wait: (milliseconds: number) => (now += milliseconds),
    see: (members: JsonObject) => sentinel.observeAnswer(endpoint, { data: { ...offer, ...members } }),
    placeOf: (path: string) => sentinel.report().endpoints[0]?.places.find((entry) => entry.path === path),
  };
}

/** The same value, but for one member of one of its objects. */
const inside = (name: string, members: JsonObject): JsonObject => ({
  [name]: { ...(offer[name] as JsonObject), ...members },
});

const AMOUNTS = 'integer or decimal or long number or decimal text or money object';

describe('the drift sentinel', () => {
  it('counts the forms of every value, and finds nothing in answers that keep the contract', () => {
    const { notified, see, placeOf, sentinel } = openSentinel();
    see({});
    see({ external_id: 'mine', parameters: [], price_eur: { amount: 1, currency: 'EUR' }, status: 'draft' });
    expect(notified).toEqual([]);
    expect(sentinel.report()).toMatchObject({ findings: [], overflow: 0, endpoints: [{ answers: 2 }] });
    expect(placeOf('data.external_id')).toEqual({ path: 'data.external_id', forms: { null: 1, text: 1 } });
    expect(placeOf('data.price_eur')?.forms).toEqual({ 'decimal text': 1, 'money object': 1 });
    expect(placeOf('data.created_at')?.forms).toEqual({ seconds: 2 });
    expect(placeOf('data.status')).toMatchObject({ forms: { text: 2 }, words: { listed: 1, draft: 1 } });
    expect(placeOf('data.delivery_time.format_long')?.forms).toEqual({ text: 2 });
  });

  it('records a free-form object as one place, never its keys', () => {
    const { see, sentinel } = openSentinel();
    see({ parameters: { server: 'eu-1', a_login: { deep: 'value' } } });
    const { endpoints } = sentinel.report();
    expect(endpoints[0]?.places.filter(({ path }) => path.includes('parameters'))).toEqual([
      { path: 'data.parameters', forms: { object: 1 } },
    ]);
  });

  /** Each with `path: kind found, not expected -> effect`. */
  it.each<readonly [finding: string, members: JsonObject]>([
    ['seo_title: new-field object, not  -> passed', { seo_title: { any: 'thing' } }],
    ['game.acronym: new-field text, not  -> passed', inside('game', { acronym: 'G' })],
    ['stock: changed-type text, not integer -> passed', { stock: '5' }],
    ['stock: changed-type text, not integer -> refused', { stock: 'many' }],
    ['min_quantity: changed-type object, not integer -> replaced', { min_quantity: {} }],
    [`price_eur: finer-amount finer amount, not ${AMOUNTS} -> replaced`, { price_eur: '0.0123456' }],
    [
      `price_eur: finer-amount finer amount, not ${AMOUNTS} -> replaced`,
      { price_eur: { format: '', value: 1.1234567, currency: { symbol: '', code: 'EUR' } } },
    ],
    [`price_eur: changed-type text, not ${AMOUNTS} -> refused`, { price_eur: 'cheap' }],
    ['parameters: changed-type list, not object or empty list -> passed', { parameters: ['a'] }],
    ['title: unexpected-null null, not text -> replaced', { title: null }],
    ['views: missing-field absent, not integer -> passed', { views: undefined }],
    ['game: missing-field absent, not object -> replaced', { game: undefined }],
    ['listed_at: wrong-unit milliseconds, not seconds or null -> replaced', { listed_at: 1_700_000_000_000 }],
    ['status: unseen-value suspended, not draft or listed or archived -> passed', { status: 'suspended' }],
    ['views: changed-type long number, not integer -> passed', { views: 9_007_199_254_740_992 }],
  ])('finds %s, notifies once and counts it', (text, members) => {
    const { notified, see, wait, sentinel } = openSentinel();
    see(members);
    wait(1000);
    see(members);
    const written = ({ path, kind, found: foundForm, expected, effect }: DriftFinding) =>
      `${path.replace(/^data./, '')}: ${kind} ${foundForm}, not ${expected} -> ${effect}`;
    expect(notified.map(written)).toEqual([text]);
    const times = { first: '2023-11-14T22:13:20.000Z', last: '2023-11-14T22:13:21.000Z' };
    expect(sentinel.report().findings).toEqual([{ ...notified[0], endpoint: OFFER, count: 2, ...times }]);
  });

  it('reports an unseen value as refused if the mapping takes only declared ones', () => {
    const { notified, see } = openSentinel(v2, OFFER, () => () => 'refused');
    see({ status: 'suspended' });
    expect(notified).toMatchObject([{ kind: 'unseen-value', effect: 'refused' }]);
  });

  it('observes every item of a list', () => {
    const list: Field = { kind: 'list', element: v2, nullable: false, optional: false, secret: false };
    const { notified, sentinel } = openSentinel(list, PAGES, () => () => 'passed');
    sentinel.observeAnswer(PAGES, { data: [offer, { ...offer, stock: null }, { ...offer, stock: null }] });
    expect(notified).toMatchObject([{ path: 'data[].stock', kind: 'unexpected-null', effect: 'passed' }]);
    expect(sentinel.report().findings).toMatchObject([{ count: 2 }]);
  });

  it.each<Json>([null, 'text', [], {}, { data: null }, { data: [] }, { data: 'text' }])(
    'finds that there is no resource in %j',
    (body) => {
      const { notified, sentinel } = openSentinel();
      sentinel.observeAnswer(OFFER, body);
      expect(notified).toMatchObject([{ path: 'data', expected: 'object' }]);
    },
  );

  it('ignores an endpoint that is not watched', () => {
    const { notified, sentinel } = openSentinel();
    sentinel.observeAnswer('GET /v2/games', { data: 1 });
    expect(notified).toEqual([]);
    expect(sentinel.report().endpoints).toHaveLength(1);
  });

  it('leaves out an answer to a write that shows no member of the resource, which is read afterwards', () => {
    const { notified, sentinel } = openSentinel();
    sentinel.replaceSubjects(driftSubjects(shipped().resources));
    const endpoint = 'PATCH /v2/currency-offers/{currencyOfferId}';
    const answersTo = (name: string) =>
      sentinel.report().endpoints.find((entry) => entry.endpoint === name)?.answers ?? 0;
    for (const body of [{ message: 'Accepted.' }, { data: { message: 'Accepted.' } }])
      sentinel.observeAnswer(endpoint, body);
    expect([answersTo(endpoint), notified]).toEqual([0, []]);
    sentinel.observeAnswer(endpoint, { data: { title: 'Gold' } });
    expect(answersTo(endpoint)).toBe(1);
    expect(notified).not.toEqual([]);
  });

  it('goes on counting after a reload of the mappings, and notifies nothing twice', () => {
    const { notified, see, placeOf, sentinel } = openSentinel();
    see({ status: 'suspended' });
    sentinel.replaceSubjects([{ endpoint: OFFER, at: 'data', field: v2, effectAt: effects }]);
    see({ status: 'suspended' });
    expect(notified).toHaveLength(1);
    expect(placeOf('data.status')).toMatchObject({ forms: { text: 2 }, words: { suspended: 2 } });
  });
});

describe('the names that the sentinel shows', () => {
  it('names a few new members of an object, and none that look like data', () => {
    const { notified, see } = openSentinel();
    see({ 'some@login': 1, 'a b': 1, '12': 1, _x: 1 });
    expect(notified.map(({ path }) => path)).toEqual(['data.*']);
    for (let index = 0; index < 100; index += 1) see({ [`player_${index}`]: 1 });
    expect(new Set(notified.map(({ path }) => path)).size).toBe(1 + 8);
  });

  it('names no new member next to secrets', () => {
    const account = shippedResource('account').v2;
    const { notified, see } = openSentinel(account);
    see({ credentials: { login: 'a', password: 'b', hunter2: 'c' } });
    const paths = notified.filter(({ kind }) => kind === 'new-field').map(({ path }) => path);
    expect(paths).toContain('data.credentials.*');
    expect(paths.join()).not.toContain('hunter2');
  });

  it('names a few new words of an enumeration, and none that look like data', () => {
    const { notified, see, placeOf } = openSentinel();
    see({ status: 'some@login' });
    for (let index = 0; index < 100; index += 1) see({ status: `word_${index}` });
    expect(notified).toHaveLength(1 + 16);
    expect(Object.keys(placeOf('data.status')?.words ?? {})).toHaveLength(1 + 16);
  });

  it('keeps a bounded number of findings and counts the rest', () => {
    const { notified, sentinel } = openSentinel();
    const text: Field = { kind: 'text', nullable: false, optional: false, secret: false };
    const endpoints = Array.from({ length: 600 }, (_, index) => `GET /v2/things/${index}`);
    sentinel.replaceSubjects(
      endpoints.map((endpoint) => ({ endpoint, at: 'data' as const, field: text, effectAt: effects })),
    );
    for (const endpoint of endpoints) sentinel.observeAnswer(endpoint, { data: 1 });
    expect(notified).toHaveLength(500);
    expect(sentinel.report()).toMatchObject({ overflow: 100 });
    expect(sentinel.report().findings).toHaveLength(500);
  });
});

import type { Difference } from '../../../src/comparison/compare/difference.js';
import { sampleOf } from '../../../src/comparison/keep/keptSample.js';
import { createPrivacy, maskBody } from '../../../src/comparison/keep/privacy.js';
import {
  type ComparedAnswers,
  observationOf,
  readObserved,
  writeObserved,
} from '../../../src/comparison/keep/observation.js';
import type { Pair } from '../../../src/comparison/compare/answerPair.js';
import { shownName } from '../../../src/comparison/compare/memberNames.js';
import { CANARY } from '../canaries.ts';

const privacyWith = (keptTexts: readonly string[]) =>
  createPrivacy({
    secret: 'a secret',
    kept: keptTexts,
  });

const answer = { status: 200, headers: {}, body: '' };
const pair: Pair = {
  id: 'request-1',
  at: 5,
  resource: 'account',
  operation: 'getAccount',
  caller: '0123456789ab',
  request: 'GET /v1/accounts/7?with_data=1&john%40x=2&page=1',
  v1: answer,
  v2: answer,
  raw: [],
};
const found = (...differences: readonly Difference[]): ComparedAnswers => ({
  ok: true,
  ignored: [],
  differences,
});
const difference = (path: string, v1: string, v2: string): Difference => ({
  path,
  at: '/somewhere',
  kind: 'value',
  severity: 'suspicious',
  v1,
  v2,
});
const keptWith = (keptTexts: readonly string[], ...differences: readonly Difference[]) =>
  observationOf(pair, found(...differences), undefined, { privacy: privacyWith(keptTexts), epoch: 'epoch' });

describe('the observation of a pair', () => {
  it('has hashes and lengths in place of values', () => {
    const { differences } = keptWith(
      ['data.attributes.title'],
      difference('data.attributes.title', '"old title"', '"new title"'),
      difference('data.attributes.description', '"one"', '"one"'),
    );
    expect(JSON.stringify(differences)).not.toMatch(/old title|new title/);
    const [firstKeptDifference, same] = differences;
    expect(firstKeptDifference?.lengths).toEqual([11, 11]);
    expect(firstKeptDifference?.hashes[0]).not.toBe(firstKeptDifference?.hashes[1]);
    expect(same?.hashes[0]).toBe(same?.hashes[1]);
  });

  it('has the distance of two numbers, which is no value, and no other distance', () => {
    const { differences } = keptWith(
      [],
      difference('data.attributes.price', '1.5', '4'),
      difference('data.attributes.title', '"one"', '"two"'),
    );
    expect(differences[0]).toMatchObject({ distance: 2.5 });
    expect(differences[1]).not.toHaveProperty('distance');
  });

  it('has nothing of a secret, even on the operator’s request', () => {
    const keptObserved = keptWith(
      ['data.attributes.login', 'data.attributes', '*.*.*'],
      {
        ...difference('data.attributes.login', `"${CANARY}"`, '"x"'),
        relation: { kind: 'prefix', text: CANARY },
      },
      difference('data.attributes', `{"login":"${CANARY}"}`, '{}'),
      difference('data.attributes.data.password', `"${CANARY}"`, '"x"'),
      {
        ...difference('data.[].attributes.email_login', `"${CANARY}"`, '"x"'),
        relation: { kind: 'word', from: CANARY, to: 'x' },
      },
    );
    expect(JSON.stringify(keptObserved)).not.toContain(CANARY);
    expect(keptObserved.differences[0]).toMatchObject({
      lengths: [null, null],
      hashes: [null, null],
    });
    expect(keptObserved.differences[0]).not.toHaveProperty('relation');
  });

  it('has relations without the words of values that may not be stored', () => {
    const word = { kind: 'word', from: 'my old title', to: 'my new title' } as const;
    const [hidden, shownKeptDifference] = keptWith(
      ['data.attributes.slug'],
      { ...difference('data.attributes.title', '"a"', '"b"'), relation: word },
      { ...difference('data.attributes.slug', '"a"', '"b"'), relation: word },
    ).differences;
    expect(JSON.stringify(hidden)).not.toContain(' title');
    expect(hidden?.relation).toMatchObject({
      kind: 'word',
      from: expect.stringMatching(/^#[0-9a-f]{8}$/) as string,
    });
    expect(shownKeptDifference?.relation).toEqual(word);
  });

  it('identifies the request by a hash, and describes it by names only', () => {
    const keptObserved = keptWith([]);
    expect(keptObserved).toMatchObject({
      signature: `getAccount 200 ${shownName('john@x')} page with_data`,
      outcome: 'compared',
      epoch: 'epoch',
    });
    expect(keptObserved.request).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is the same after it was written and read', () => {
    const keptObserved = keptWith([], difference('data.attributes.title', '"one"', '"two"'), {
      ...difference('data.attributes.login', '"one"', '"two"'),
      kind: 'missing',
    });
    expect(readObserved(writeObserved(keptObserved))).toEqual(keptObserved);
  });
});

describe('the sample of a pair', () => {
  it('names exactly the places where the two secrets differ, or where one is missing', () => {
    const bodyOf = (login: string, more: object) =>
      JSON.stringify({ data: { attributes: { login, login_password: CANARY, ...more } } });
    const [v1, v2] = [bodyOf('one', { email_login: 'mail' }), bodyOf('two', {})];
    const sample = sampleOf(
      { ...pair, v1: { ...answer, body: v1 }, v2: { ...answer, body: v2 } },
      privacyWith([]),
    );
    expect(sample.secrets).toEqual(['data.attributes.login', 'data.attributes.email_login']);
    expect(JSON.stringify(sample)).not.toContain(CANARY);
  });
});

describe('a masked body', () => {
  it('shows the values that the operator names or the contract knows, and no others', () => {
    const attributes = { title: 'a', slug: 'b', status: 'Listed', description: 'c' };
    const body = JSON.stringify({ data: { attributes, slug: 'd' } });
    const masked = maskBody(body, privacyWith(['data.attributes.title', 'data.*.slug']));
    const { data } = JSON.parse(masked) as { data: Record<string, unknown> };
    const hidden = expect.stringMatching(/^\(text of 1 #/) as string;
    expect(data['attributes']).toEqual({ ...attributes, description: hidden });
    expect(data['slug']).toEqual(hidden);
  });

  it('has equal stand-ins for equal values, and shows known words', () => {
    const shownText = maskBody(
      '{"data":[{"attributes":{"title":"a","slug":"a","price":1.10,"status":"Listed","ign":null}}]}',
      privacyWith([]),
    );
    const [{ attributes } = { attributes: {} }] = (
      JSON.parse(shownText) as { data: { attributes: Record<string, unknown> }[] }
    ).data;
    expect(attributes).toMatchObject({ status: 'Listed', ign: null });
    expect(attributes['title']).toMatch(/^\(text of 1 #[0-9a-f]{8}\)$/);
    expect(attributes['slug']).toBe(attributes['title']);
  });
});

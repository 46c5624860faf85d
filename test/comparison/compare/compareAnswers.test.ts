import { fc } from '../../support/fastCheck.ts';
import { createCompare, threadLimits } from '../../../src/comparison/compare/compareAnswers.js';
import type { DifferenceKind } from '../../../src/comparison/compare/difference.js';
import type { IgnoreRule } from '../../../src/comparison/compare/ignoreRules.js';
import type { SeenAnswer } from '../../../src/comparison/compare/answerPair.js';
import { compareBodies } from '../support/compareBodies.ts';
import { shownName } from '../../../src/comparison/compare/memberNames.js';
import { editsOf } from '../support/edits.ts';

const differencesOf = (v1: unknown, v2: unknown) =>
  compareBodies(v1, v2).differences.map(({ kind, path }) => `${kind} ${path}`);

/** Answers like those of the API: an envelope or a list of them, free data, ordered tags, text, numbers, nulls. */
const word = fc.stringMatching(/^[a-z]{3,8}$/);
const attributes = fc.record({
  title: word,
  price: fc.integer({ min: 1, max: 10_000 }),
  sold_at: fc.constant(null),
  is_rare: fc.boolean(),
  tags: fc.uniqueArray(word, { minLength: 2, maxLength: 4 }),
  steps: fc.uniqueArray(fc.record({ word, weight: fc.integer({ min: 0, max: 9 }), unit: word }), {
    minLength: 2,
    maxLength: 3,
    selector: (step) => JSON.stringify(step),
  }),
  time: fc.record({ duration: fc.nat(99), unit: word, format: word }),
});
const envelope = fc.record({ type: fc.constant('accounts'), id: fc.nat().map(String), attributes });
const body = fc.oneof(
  fc.record({ data: envelope }),
  fc.record({
    data: fc.uniqueArray(envelope, { minLength: 2, maxLength: 4, selector: ({ id }) => id }),
    meta: fc.record({ page: fc.nat() }),
  }),
);

const SEEN: SeenAnswer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

describe('comparing two answers', () => {
  it('finds no difference in the same document, whatever the order of its members', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, inner]) => [name, turned(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(differencesOf(text, text)).toEqual([]);
        expect(differencesOf(text, `${text} `)).toEqual([]);
        const turnedText = JSON.stringify(turned(JSON.parse(text)));
        expect(differencesOf(text, turnedText)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('finds every single change, with its kind and place, and no other', () => {
    fc.assert(
      fc.property(body, (v1) => {
        for (const { kind, path, at, v2 } of editsOf(v1)) {
          const { differences } = compareBodies(v1, v2);
          const places = differences.map((entry) => ({ kind: entry.kind, path: entry.path, at: entry.at }));
          expect(places).toEqual([{ kind, path, at }]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('finds the mirrored differences when the sides are exchanged', () => {
    const opposite: Partial<Record<DifferenceKind, DifferenceKind>> = { missing: 'extra', extra: 'missing' };
    fc.assert(
      fc.property(body, body, (v1Body, v2Body) => {
        const there = differencesOf(v1Body, v2Body).sort();
        const back = compareBodies(v2Body, v1Body).differences.map(
          ({ kind, path }) => `${opposite[kind] ?? kind} ${path}`,
        );
        expect(back.sort()).toEqual(there);
      }),
      { numRuns: 50 },
    );
  });

  it('does not change the answers', () => {
    const freeze = (answer: SeenAnswer): SeenAnswer =>
      Object.freeze({ ...answer, headers: Object.freeze({ ...answer.headers }) });
    const [v1, v2] = [freeze({ ...SEEN, body: '{"a":[1,2]}' }), freeze({ ...SEEN, body: '{"a":[2,1]}' })];
    const textBefore = JSON.stringify([v1, v2]);
    expect(createCompare({ rules: [], now: () => 0 })(v1, v2, 'getOffer').ok).toBe(true);
    expect(JSON.stringify([v1, v2])).toBe(textBefore);
  });

  it('distinguishes the kinds of difference', () => {
    const kind = (v1: string, v2: string) =>
      compareBodies(`{"a":${v1}}`, `{"a":${v2}}`).differences.map((difference) => difference.kind);
    expect(kind('1.10', '1.1')).toEqual(['precision']);
    expect(kind('9007199254740993', '9007199254740992')).toEqual(['value']);
    expect(kind('[]', '{}')).toEqual(['empty']);
    expect(kind('null', '""')).toEqual(['empty']);
    expect(kind('"x"', 'null')).toEqual(['type']);
    expect(kind('1', '"1"')).toEqual(['type']);
    expect(kind('[1,2,3]', '[3,2,1]')).toEqual(['order']);
    expect(kind('[1,2,3]', '[1,3]')).toEqual(['missing']);
    expect(kind('[1,2]', '[]')).toEqual(['length']);
    expect(differencesOf('{"title":null}', '{}')).toEqual(['null_vs_absent title']);
    expect(differencesOf('{}', '{"title":null}')).toEqual(['null_vs_absent title']);
  });

  it('pairs elements by their content, by what is equal around them, or else by their position', () => {
    expect(differencesOf('[1,2,3]', '[3,1,2]')).toEqual(['order ']);
    expect(differencesOf('[1,2,3]', '[1,9,3]')).toEqual(['value []']);
    expect(differencesOf('[1,2,3]', '[4,5,6]')).toEqual(Array(3).fill('value []'));
  });

  it('treats no name of a member specially', () => {
    expect(differencesOf('{"__proto__":1,"constructor":2}', '{"__proto__":3}')).toEqual([
      `value ${shownName('__proto__')}`,
      `missing ${shownName('constructor')}`,
    ]);
  });

  it('compares a moved element with its former version by its id', () => {
    const v1 = {
      data: [
        { id: '1', price: 5 },
        { id: '2', price: 6 },
        { id: '3', price: 7 },
      ],
    };
    const v2 = {
      data: [
        { id: '3', price: 7 },
        { id: 1, price: 50 },
      ],
    };
    expect(differencesOf(v1, v2).sort()).toEqual([
      'missing data.[]',
      'order data',
      'type data.[].id',
      'value data.[].price',
    ]);
  });

  it('takes an object for a map if its keys are data, or if it has too many members', () => {
    const ids = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [String(1000 + at), { price: at }]));
    expect(differencesOf({ data: ids }, { data: { ...ids, 1003: { price: 30 } } })).toEqual([
      'value data.{}.price',
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 65 }, (_, at) => [`${'abc'.charAt(at % 3)}-${'x'.repeat(at)}`, 1]),
    );
    expect(differencesOf(many, {})).toEqual(Array.from({ length: 50 }, () => 'missing {}'));
  });

  it('counts at most 2,000 paths of an operation separately', () => {
    const compare = createCompare({ rules: [], now: () => 0 });
    const seenPaths = new Set<string>();
    // Fifty records of fifty names each, none of them a map.
    const letters = (at: number) =>
      `${String.fromCharCode(97 + (at % 26))}${'z'.repeat(Math.floor(at / 26))}`;
    for (let at = 0; at < 2_500; at += 1) {
      const v1 = { [letters(Math.floor(at / 50))]: { [letters(at % 50)]: 1 } };
      const compared = compare(
        { ...SEEN, body: JSON.stringify(v1) },
        { ...SEEN, body: JSON.stringify(v1).replace('1', '2') },
        'getOffer',
      );
      if (!compared.ok) continue;
      for (const { path } of compared.differences) seenPaths.add(path);
    }
    expect(seenPaths.size).toBeLessThanOrEqual(2_001);
    expect(seenPaths).toContain('(other paths)');
  });

  it('reads no deeper than the gateway, and no bodies beyond its limit', () => {
    const nested = (levels: number, core: string) => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`;
    const compare = createCompare({
      rules: [],
      now: () => 0,
      limits: { ...threadLimits, characters: 1_000 },
    });
    const about = (v1: string, v2: string) => {
      const compared = compare({ ...SEEN, body: v1 }, { ...SEEN, body: v2 }, 'getOffer');
      return compared.ok ? compared.differences.map(({ at }) => at) : compared.reason;
    };
    expect(about(nested(64, '1'), nested(64, '2'))).toEqual(['/0'.repeat(64)]);
    expect(about(nested(65, '1'), nested(65, '2'))).toBe('too_large');
    const unlimited = createCompare({ rules: [], now: () => 0 });
    const brackets = { ...SEEN, body: '['.repeat(1_000_000) };
    expect(unlimited(SEEN, brackets, 'getOffer')).toEqual({ ok: false, reason: 'too_large' });
    expect(about('"a"', JSON.stringify('a'.repeat(1_000)))).toBe('too_costly');
  });

  describe('in a thread of a process that serves clients', () => {
    const limits = { ...threadLimits, values: 60_000 };
    const compare = createCompare({ rules: [], now: () => 0, limits });
    const about = (v1: unknown, v2: unknown) =>
      compare({ ...SEEN, body: JSON.stringify(v1) }, { ...SEEN, body: JSON.stringify(v2) }, 'listOffers');
    const members = (count: number, value: (at: number) => unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`member ${at}`, value(at)]));

    it('stops after a number of differences, and keeps those', () => {
      const comparison = about(
        members(25_000, (at) => `${at}.1`),
        members(25_000, (at) => `${at}.2`),
      );
      expect(comparison.ok && comparison.differences.length).toBe(50);
    });

    it('gives up after differences of notation, and never calls a partly read answer equal', () => {
      const v1 = { ...members(20_001, () => '1.0'), last: 'a' };
      const v2 = { ...members(20_001, () => '1.00'), last: 'b' };
      expect(about(v1, v2)).toEqual({ ok: false, reason: 'too_costly' });
    });

    it('reads no more values than allowed, except those that are equal as text', () => {
      const [v1, v2] = [1, 2].map((digit) => Array.from({ length: 100_000 }, (_, at) => `${at}.${digit}`));
      expect(about(v1, v2)).toEqual({ ok: false, reason: 'too_costly' });
      expect(about(v1, v1)).toMatchObject({ ok: true, differences: [] });
    });

    it('does not calculate with a number of more than 1,000 digits, and still sees a difference', () => {
      const text = (digit: number) => ({ ...SEEN, body: `[${digit}${'9'.repeat(900_000)}]` });
      const comparison = compare(text(1), text(2), 'listOffers');
      expect(comparison).toMatchObject({ ok: true, differences: [{ kind: 'value', at: '/0' }] });
    });
  });

  it('compares statuses and the headers that programs read', () => {
    const compare = createCompare({ rules: [], now: () => 0 });
    const about = (v2: SeenAnswer) => {
      const compared = compare(SEEN, v2, 'getOffer');
      return compared.ok
        ? compared.differences.map(({ path, kind, severity }) => `${severity} ${kind} ${path}`)
        : compared.reason;
    };
    expect(about({ ...SEEN, status: 201 })).toEqual(['suspicious status status']);
    expect(about({ ...SEEN, status: 502, body: '{"message":"no"}' })).toEqual([
      'breaking unavailable answer',
    ]);
    expect(about({ ...SEEN, headers: { 'content-type': 'text/html', date: 'now' } })).toEqual([
      'suspicious header headers.content-type',
    ]);
    const named = { 'content-type': 'Application/JSON; charset=utf-8', link: '</guide>; rel="deprecation"' };
    expect(about({ ...SEEN, headers: named })).toEqual([]);
    expect(about({ ...SEEN, body: '' })).toEqual(['breaking missing ']);
    expect(about({ ...SEEN, body: '<html>' })).toBe('not_json');
    expect(compare({ ...SEEN, status: 500 }, SEEN, 'getOffer')).toEqual({ ok: false, reason: 'v1_error' });
    const everything = {
      path: '**',
      comparator: { kind: 'ignore' },
      reason: '',
      owner: '',
      expires: 1,
      line: 1,
    };
    const agreed = createCompare({ rules: [everything as IgnoreRule], now: () => 0 });
    expect(agreed(SEEN, { ...SEEN, status: 504 }, 'getOffer')).toMatchObject({
      differences: [{ kind: 'unavailable', v1: '200', v2: '504' }],
      ignored: [],
    });
  });
});

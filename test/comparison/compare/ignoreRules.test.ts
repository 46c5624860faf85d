import { type IgnoreRule, readIgnoreRules } from '../../../src/comparison/compare/ignoreRules.js';
import { createCompare } from '../../../src/comparison/compare/compareAnswers.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';
import { renderFault } from '../../../src/mapping/yaml/fileFault.js';
import { compareBodies } from '../support/compareBodies.ts';

const OPERATIONS = ['getOffer', 'listOffers'];

const read = (text: string) => readIgnoreRules(readDocument('ignore.yaml', text), OPERATIONS);

const FILE = `ignore:
  - path: data.attributes.views
    comparator: ignore
    reason: every read moves it
    owner: ann@example.com
    expires: 2026-03-01
  - path: data.attributes.price
    kind: value
    operation: getOffer
    comparator: { tolerance: 0.01 }
    reason: v1 rounds half a cent up
    owner: bob@example.com
    expires: 2026-03-01T12:00:00+01:00
`;

function rule(
  path: string,
  comparator: IgnoreRule['comparator'],
  more: Partial<IgnoreRule> = {},
): IgnoreRule {
  return { path, comparator, reason: 'agreed', owner: 'ann', expires: 1, line: 1, ...more };
}

const remainder = (v1: unknown, v2: unknown, rules: readonly IgnoreRule[]) => {
  const { differences, ignored } = compareBodies(v1, v2, rules);
  return {
    open: differences.map(({ kind, path }) => `${kind} ${path}`),
    ignored: ignored.map((ignored) => ignored.rule.path),
  };
};

describe('agreed differences', () => {
  it('are read with their lines; a day means its first moment in UTC', () => {
    const rules = read(FILE);
    expect(rules.ok && rules.value).toEqual([
      {
        path: 'data.attributes.views',
        comparator: { kind: 'ignore' },
        reason: 'every read moves it',
        owner: 'ann@example.com',
        expires: Date.UTC(2026, 2, 1),
        line: 2,
      },
      {
        path: 'data.attributes.price',
        kind: 'value',
        operation: 'getOffer',
        comparator: { kind: 'tolerance', by: 0.01 },
        reason: 'v1 rounds half a cent up',
        owner: 'bob@example.com',
        expires: Date.UTC(2026, 2, 1, 11),
        line: 7,
      },
    ]);
  });

  it('are refused with the place, the line and a caret if they are wrong', () => {
    const broken = FILE.replace('owner: ann@example.com\n', 'ownr: ann@example.com\n').replace(
      'getOffer',
      'getOffr',
    );
    const rules = read(broken);
    const text = rules.ok ? [] : rules.failure.map((fault) => renderFault(fault, { colour: false }));
    expect(text.join('\n')).toContain('ignore.yaml:2');
    expect(text.join('\n')).toContain('did you mean "owner"?');
    const unknown = read(FILE.replace('getOffer', 'getOffr'));
    expect(
      unknown.ok ? '' : unknown.failure.map((fault) => renderFault(fault, { colour: false })).join(''),
    ).toBe(
      [
        'ignore.yaml:9:16: there is no operation getOffr',
        '  9 |     operation: getOffr',
        '    |                ^',
        '    = hint: did you mean "getOffer"?',
      ].join('\n'),
    );
  });

  it('hide the differences that they name, and no others', () => {
    const v1 = { data: { views: 1, price: '1.00' } };
    const v2 = { data: { views: 2, price: '1.009' } };
    expect(remainder(v1, v2, [])).toEqual({
      open: ['value data.views', 'value data.price'],
      ignored: [],
    });
    expect(remainder(v1, v2, [rule('data.views', { kind: 'ignore' })])).toEqual({
      open: ['value data.price'],
      ignored: ['data.views'],
    });
    expect(remainder(v1, v2, [rule('data.*', { kind: 'tolerance', by: 0.5 })]).open).toEqual([
      'value data.views',
    ]);
    expect(remainder(v1, v2, [rule('**', { kind: 'ignore' })]).open).toEqual([]);
    expect(remainder(v1, v2, [rule('data.views', { kind: 'ignore' }, { kind: 'type' })]).open).toHaveLength(
      2,
    );
    expect(
      remainder(v1, v2, [rule('data.views', { kind: 'ignore' }, { operation: 'listOffers' })]).open,
    ).toHaveLength(2);
  });

  it('allow instants that are seconds apart, and texts of the same form', () => {
    const [v1, v2] = [{ created_at: '2024-01-15T10:30:00Z' }, { created_at: '2024-01-15T10:30:02Z' }];
    expect(remainder(v1, v2, [rule('created_at', { kind: 'tolerance', by: 2 })]).open).toEqual([]);
    expect(remainder(v1, v2, [rule('created_at', { kind: 'tolerance', by: 1 })]).open).toEqual([
      'value created_at',
    ]);
    expect(remainder(v1, v2, [rule('created_at', { kind: 'format' })]).open).toEqual([]);
    expect(remainder(v1, { created_at: 'soon' }, [rule('created_at', { kind: 'format' })]).open).toEqual([
      'value created_at',
    ]);
  });

  it.each([{ kind: 'tolerance', by: 3_600 }, { kind: 'format' }] as const)(
    'hide by $kind no status, no header and no answer that is missing',
    (comparator) => {
      const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
      const rule: IgnoreRule = { path: '**', comparator, reason: '', owner: '', expires: 1, line: 1 };
      const compare = createCompare({ rules: [rule], now: () => 0 });
      const html = { ...answer, headers: { 'content-type': 'text/html' } };
      for (const v2 of [{ ...answer, status: 201 }, { ...answer, status: 502 }, html])
        expect(compare(answer, v2, 'getOffer')).toMatchObject({ differences: [{}], ignored: [] });
    },
  );

  it('name the key that pairs elements, or allow any order', () => {
    const v1 = {
      data: [
        { sku: 'x', stock: 1 },
        { sku: 'y', stock: 2 },
      ],
    };
    const v2 = {
      data: [
        { sku: 'y', stock: 2 },
        { sku: 'x', stock: 9 },
      ],
    };
    expect(
      remainder(v1, v2, [rule('data', { kind: 'key', name: 'sku' }), rule('data', { kind: 'unordered' })]),
    ).toEqual({
      open: ['value data.[].stock'],
      ignored: ['data'],
    });
    expect(
      remainder({ data: [1, 2, 3] }, { data: [3, 1, 2] }, [rule('data', { kind: 'unordered' })]).open,
    ).toEqual([]);
  });

  it('expire at their instant', () => {
    const rules = [rule('a', { kind: 'ignore' }, { expires: 1_000 })];
    const answer = (body: string) => ({ status: 200, headers: {}, body });
    let now = 999;
    const compare = createCompare({ rules, now: () => now });
    const differing = () => {
      const compared = compare(answer('{"a":1}'), answer('{"a":2}'), 'getOffer');
      return compared.ok ? compared.differences.length : NaN;
    };
    expect(differing()).toBe(0);
    now = 1_000;
    expect(differing()).toBe(1);
  });
});

import { fc } from '../../support/fastCheck.ts';
import { relate } from '../../../src/comparison/compare/relations.js';
import { compareBodies } from '../support/compareBodies.ts';

const relation = (v1: unknown, v2: unknown) => compareBodies({ a: v1 }, { a: v2 }).differences[0]?.relation;

describe('the relation of two values', () => {
  it('is a factor for a power of ten or for a unit of time', () => {
    expect(relation(12.34, 1234)).toEqual({ kind: 'scale', factor: 100 });
    expect(relation('12.34', 0.1234)).toEqual({ kind: 'scale', factor: 0.01 });
    expect(relation(90, 5400)).toEqual({ kind: 'scale', factor: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 9 }), (number, power) => {
        const [small, large] = [String(number), `${String(number)}${'0'.repeat(power)}`];
        expect(relate('value', small, large)).toMatchObject({ factor: 10 ** power });
      }),
      { numRuns: 100 },
    );
  });

  it('is no factor for numbers of more than 60 digits', () => {
    const text = '1'.repeat(58);
    expect(relate('value', text, `${text}00`)).toMatchObject({ factor: 100 });
    expect(relate('value', text, `${text}000`)).toEqual({ kind: 'suffix', text: '000' });
  });

  it('is a form of an instant, or a zone', () => {
    const iso = '2024-01-15T10:30:00Z';
    expect(relation(1705314600, iso)).toEqual({ kind: 'instant', from: 'seconds', to: 'iso' });
    expect(relation(iso, 1705314600123)).toEqual({ kind: 'instant', from: 'iso', to: 'milliseconds' });
    expect(relation(1705314600, 1705314600123)).toEqual({
      kind: 'instant',
      from: 'seconds',
      to: 'milliseconds',
    });
    for (const year of ['1983', '2107']) {
      const far = `${year}-01-15T10:30:00Z`;
      for (const unit of [1, 1_000]) expect(relation((Date.parse(far) * unit) / 1_000, far)).toBeUndefined();
    }
    expect(relation(iso, '2024-01-15T12:30:00Z')).toEqual({ kind: 'zone', minutes: 120 });
    const written = compareBodies({ a: iso }, { a: '2024-01-15T10:30:00.000+00:00' }).differences[0];
    expect(written).toMatchObject({
      severity: 'wire',
      relation: { kind: 'instant', from: 'iso', to: 'iso' },
    });
  });

  it('is a rounding of either value', () => {
    expect(relation(1.234567, 1.23)).toEqual({ kind: 'rounded', places: 2 });
    expect(relation(1.23, 1.234567)).toEqual({ kind: 'unrounded', places: 2 });
    expect(relation('0.000012', '0.00001')).toEqual({ kind: 'rounded', places: 5 });
  });

  it('is another notation for the same value', () => {
    expect(relation('7', 7)).toEqual({ kind: 'numericText' });
    expect(relation(true, 1)).toEqual({ kind: 'boolean', from: 'true', to: '1' });
    expect(relation('no', false)).toEqual({ kind: 'boolean', from: '"no"', to: 'false' });
    expect(relation('Listed', 'listed')).toEqual({ kind: 'case' });
    expect(relation(' x', 'x')).toEqual({ kind: 'trimmed' });
    expect(relation(null, [])).toEqual({ kind: 'nullForEmpty' });
  });

  it('is a word for a replaced word, or an added or removed piece of text', () => {
    expect(relation('Handmade', 'by_hand')).toEqual({ kind: 'word', from: 'Handmade', to: 'by_hand' });
    expect(relation('eu/gold', 'x-eu/gold')).toEqual({ kind: 'prefix', text: 'x-' });
    expect(relation('eu-gold', 'gold')).toEqual({ kind: 'prefix', text: 'eu-', removed: true });
    expect(relation('a long description of it', 'a long descr')).toEqual({ kind: 'truncated', length: 12 });
    expect(relation('a long description of it', 'a long descr…')).toEqual({ kind: 'truncated', length: 13 });
  });

  it('is at least an offset for numbers, and nothing for sentences', () => {
    expect(relation(7, 10)).toEqual({ kind: 'offset', by: 3 });
    expect(relation('It is a fine day.', 'Nothing of the kind!')).toBeUndefined();
  });

  it('never throws for any two values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (v1, v2) => void compareBodies([v1], [v2])),
      { numRuns: 300 },
    );
  });
});

describe('the differences of two answers', () => {
  it('are few if a list was reordered and changed: elements in their order are paired', () => {
    const { differences } = compareBodies('[1,2,3,4]', '[2,1,3,9]');
    expect(differences.map(({ kind, at }) => `${kind} ${at}`)).toEqual([
      'missing /0',
      'extra /1',
      'value /3',
    ]);
  });

  it('count a shortened list as worse than a lengthened one', () => {
    const severity = (v1: string, v2: string) =>
      compareBodies(`{"a":${v1}}`, `{"a":${v2}}`).differences.map(
        (difference) => `${difference.kind} ${difference.severity}`,
      );
    expect(severity('[1,2]', '[]')).toEqual(['length breaking']);
    expect(severity('[]', '[1,2]')).toEqual(['length benign']);
  });

  it('are listed up to 2,000, separately for those that a rule hides', () => {
    const numbers = (firstNumber: number) => Array.from({ length: 50 }, (_, at) => firstNumber + at);
    const members = (firstNumber: number) =>
      Object.fromEntries(Array.from('abcdefghijklmnopqrstuvwx', (name) => [name, numbers(firstNumber)]));
    const body = (firstNumber: number) => ({ seen: members(firstNumber), hidden: members(firstNumber) });
    const about = { reason: 'agreed', owner: 'ada', expires: 1, line: 1 };
    const rule = { path: 'hidden.**', comparator: { kind: 'ignore' }, ...about } as const;
    const { differences, ignored } = compareBodies(body(1), body(1_000), [rule]);
    expect([ignored.length > 0, differences.length + ignored.length]).toEqual([true, 2_000]);
  });
});

import { fc } from '../../support/fastCheck.ts';
import { ExactNumber, type Json } from '../../../src/contract/json.js';
import { misfit } from '../../../src/mapping/codecs/codec.js';
import {
  capitalized,
  joinedText,
  textCodec,
  textPart,
  words,
} from '../../../src/mapping/codecs/textCodecs.js';
import { dateCodec } from '../../../src/mapping/codecs/dateCodec.js';
import { intString, moneyCodec } from '../../../src/mapping/codecs/numberCodecs.js';
import { phpObject } from '../../../src/mapping/codecs/objectCodecs.js';

describe('the money codec', () => {
  const main = (amount: Json, currency: Json = 'EUR') => ({
    format: '',
    format_readable: '',
    amount,
    currency,
  });
  const minor = (value: Json, code = 'EUR') => ({
    format: '',
    value,
    amount: 599,
    currency: { symbol: '', code },
  });

  it.each<[string, Json, number]>([
    ['decimal text', '0.004200', 0.0042],
    ['an integer text', '12', 12],
    ['a number', 5.99, 5.99],
    ['a small number', 0.000001, 0.000001],
    ['a number in PHP notation', new ExactNumber('1.2e-5'), 0.000012],
    ['an object with main units in amount', main(0.0123), 0.0123],
    ['an object with text in amount', main('0.012300'), 0.0123],
    ['an object with main units in value next to minor units', minor(5.99), 5.99],
    ['zero', '0.00', 0],
    ['text with an exponent', '1.2E-5', 0.000012],
    ['an object with an exponent', main('1.20e-5'), 0.000012],
  ])('reads %s', (_, v2, v1) => {
    expect(moneyCodec(6).read(v2)).toBe(v1);
  });

  it.each<[string, Json]>([
    ['dollars', main(1, 'USD')],
    ['dollars next to minor units', minor(1, 'USD')],
    ['an amount without a currency', { amount: 1 }],
    ['a nested object', main({ amount: 1 })],
    ['text that is no number', 'free'],
    ['true', true],
    ['a list', [1]],
    ['an amount that v1 would show as none', '0.0000005'],
  ])('does not take %s', (_, v2) => {
    expect(moneyCodec(6).read(v2)).toBe(misfit);
  });

  it('never loses or adds a cent between text and number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (micro) => {
        const padded = String(micro).padStart(7, '0');
        const v2 = `${padded.slice(0, -6)}.${padded.slice(-6)}`;
        const v1 = moneyCodec(6).read(v2);
        expect(typeof v1 === 'number' && Math.round(v1 * 1e6)).toBe(micro);
        expect(moneyCodec(6).read(moneyCodec(6).write(v1 as Json) as Json)).toBe(v1);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the date codec', () => {
  it('prints the same instant as toISOString, to the second, for any second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (second) => {
        const iso = new Date(second * 1000).toISOString();
        expect(dateCodec('unix', 'iso').read(second)).toBe(iso.replace('.000Z', 'Z'));
        expect(dateCodec('unix', 'isoMilliseconds').read(second)).toBe(iso);
        expect(dateCodec('unix', 'isoMicroseconds').read(second)).toBe(iso.replace('.000Z', '.000000Z'));
        expect(dateCodec('unix', 'iso').write(iso)).toBe(second);
        expect(dateCodec('unix', 'unix').read(second)).toBe(second);
      }),
      { numRuns: 500 },
    );
  });

  it.each([1_764_460_800_000, -1, 1.5, 100_000_000_001, '1764460800', true])(
    'refuses %j as a Unix second',
    (v2) => {
      expect(dateCodec('unix', 'iso').read(v2)).toBe(misfit);
      expect(dateCodec('unix', 'unix').read(v2)).toBe(misfit);
    },
  );

  it.each(['2024-01-15', '2024-01-15T10:30:00', '2024-01-15T10:30:00.5Z', '2024-13-01T00:00:00Z', 'x'])(
    'does not write the date %s back',
    (v1) => {
      expect(dateCodec('unix', 'iso').write(v1)).toBe(misfit);
    },
  );
});

describe('the phpObject codec', () => {
  it('reads the empty list as the empty object and a list as the map of its indexes', () => {
    expect(phpObject([]).read([])).toEqual({});
    expect(phpObject([]).write(['a', 'b'])).toEqual({ 0: 'a', 1: 'b' });
    expect(phpObject([]).read({ a: 1 })).toEqual({ a: 1 });
    expect(phpObject([]).read('x')).toBe(misfit);
  });

  it('leaves out members that v1 shows as separate attributes', () => {
    expect(phpObject(['server']).read({ server: 'x', level: 1 })).toEqual({ level: 1 });
  });
});

describe('the text and words codecs', () => {
  it.each<[Json, Json | undefined]>([
    ['x', 'x'],
    [5, '5'],
    [true, 'true'],
    [['x'], undefined],
    [{ a: 1 }, undefined],
  ])('reads %j as the text %j', (v2, v1) => {
    expect(textCodec.read(v2)).toBe(v1);
  });

  it('have a witness of each v2 kind, and all but one become texts for v1', () => {
    for (const codec of [textCodec, words({ a: 'b' })]) {
      const read = codec.witnesses?.(1).map((v2) => typeof codec.read(v2)) ?? [];
      expect(read.filter((kind) => kind === 'string').length).toBe(read.length - 1);
      expect(read.length).toBeGreaterThan(2);
    }
  });

  it('translate known words both ways, and pass other words unchanged', () => {
    const codec = words({ by_hand: 'Handmade' });
    expect([codec.read('by_hand'), codec.read('by_magic'), codec.read([])]).toEqual([
      'Handmade',
      'by_magic',
      undefined,
    ]);
    expect([codec.write('Handmade'), codec.write('by_magic')]).toEqual(['by_hand', 'by_magic']);
  });

  it('take no word of v2 from a v1 client, but one that both sides have', () => {
    expect(words({ by_hand: 'Handmade' }).write('by_hand')).toBe(misfit);
    expect(words({ open: 'shut', shut: 'open' }).write('open')).toBe('shut');
  });
});

describe('the join and split codecs', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', ', ', ',') });

  it('make the same text again, whatever separators it holds', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(' ', ', '), fc.integer({ min: 2, max: 4 }), (whole, by, count) => {
        const parts = joinedText(by, count).write(whole);
        expect(parts).toHaveLength(count);
        expect(joinedText(by, count).read(parts as Json)).toBe(whole);
        const [first, rest] = (['first', 'rest'] as const).map((take) => textPart({ by, take }));
        const [head, tail] = [first?.read(whole) as string, rest?.read(whole) as string];
        expect(rest?.gathers?.(head, tail)).toBe(whole);
        expect(first?.gathers?.(tail, head)).toBe(whole);
      }),
    );
  });

  it('leave out parts that are empty, and are absent without any', () => {
    const { read } = joinedText(' ');
    expect(read({ first: 'Ada', middle: null, other: '', last: 'King' })).toBe('Ada King');
    expect([read({ first: null }), read({ first: '', last: '' })]).toEqual([undefined, '']);
    expect([read({ first: 'Ada', last: [] }), read({ first: 'Ada', last: { of: 'O.' } })]).toEqual([
      misfit,
      misfit,
    ]);
    expect([read('Ada'), joinedText(' ').write(1), textPart({ by: ' ', take: 'first' }).read([])]).toEqual([
      misfit,
      misfit,
      misfit,
    ]);
  });
});

describe('the capitalized and intString codecs', () => {
  it('capitalize an unseen status as they do a known one', () => {
    expect([capitalized.read('listed'), capitalized.read('on_hold'), capitalized.read('')]).toEqual([
      'Listed',
      'On_hold',
      '',
    ]);
    expect(capitalized.write('On_hold')).toBe('on_hold');
    expect(capitalized.read(1)).toBe(misfit);
  });

  it('take whole numbers, even those that no double holds', () => {
    expect([intString.read(7), intString.write('7')]).toEqual(['7', 7]);
    expect(intString.read('7')).toBe('7');
    const beyond = [new ExactNumber('9007199254740993'), '9007199254740993'] as const;
    expect(beyond.map(intString.read)).toEqual([beyond[1], beyond[1]]);
    expect(intString.write(beyond[1])).toEqual(beyond[0]);
    for (const value of [1.5, '7.0', '07', '123456789012345678901'])
      expect(intString.read(value)).toBe(misfit);
    for (const value of ['007', '1e3', '', 7]) expect(intString.write(value)).toBe(misfit);
  });
});

describe('the date codec', () => {
  it('rounds a fraction that whole seconds of v2 do not have, whatever v1 shows', () => {
    for (const style of ['unix', 'iso', 'isoMilliseconds'] as const) {
      const rounds = ['2024-01-15T10:30:00.250Z', '2024-01-15T10:30:00.000Z', 1_705_314_600].map((value) =>
        dateCodec('unix', style).rounds?.(value),
      );
      expect([style, rounds]).toEqual([style, [true, false, false]]);
    }
  });

  it('prints each day by its own name', () => {
    const { read } = dateCodec('unix', 'iso');
    expect([0, 86_399, 86_400, 86_399, 1_705_314_600].map(read)).toEqual([
      '1970-01-01T00:00:00Z',
      '1970-01-01T23:59:59Z',
      '1970-01-02T00:00:00Z',
      '1970-01-01T23:59:59Z',
      '2024-01-15T10:30:00Z',
    ]);
  });
});

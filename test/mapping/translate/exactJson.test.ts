import { fc } from '../../support/fastCheck.ts';
import { ExactNumber, isJsonObject, type Json } from '../../../src/contract/json.js';
import { readJson, writeJson } from '../../../src/mapping/translate/exactJson.js';

function value(text: string): Json {
  const read = readJson(text, 'drop');
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

const space = fc.constantFrom('', '', ' ', '\n\t ');
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom('0', '7', '19', '123456789012345', '1234567890123456', '900719925474099312'),
    fc.constantFrom('', '.5', '.90', '.30000000000000004', '.1234567890123456789'),
    fc.constantFrom('', '', '', 'e5', 'E-7'),
  )
  .map((parts) => parts.join(''));
const words = [
  '',
  'Level 60',
  'a: 1e5',
  ', 12345678901234567890',
  '[{',
  '":',
  '\\',
  'ü\u2028',
  'constructor',
];
const text = fc.constantFrom(...words).map((word) => JSON.stringify(word));
const key = fc.constantFrom('"price"', '"a:1e5"', '"prototypes"', '"\\u0041"', '"x\\""');
/** JSON as somebody may have written it, and as it is: numbers long and short, spaces anywhere. */
const { written } = fc.letrec<{ written: string }>((tie) => ({
  written: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('null', 'true'),
    number,
    text,
    fc
      .array(fc.tuple(space, tie('written'), space), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, key, space, fc.constant(':'), space, tie('written')), { maxLength: 4 })
      .map((members) => `{${members.map((member) => member.join('')).join(',')}}`),
  ),
}));

describe('readJson', () => {
  it('reads a text as a whole and number by number alike', () => {
    fc.assert(
      fc.property(written, space, (json, blank) => {
        // Beside a number with an exponent all others are read one by one.
        const closely = value(`[1e1,${json}]`);
        expect(value(blank + json + blank)).toEqual(Array.isArray(closely) ? closely[1] : undefined);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    '{"__proto__" :1}',
    '{"a":{"__proto__"\n: 1}}',
    '{"__pr\\u006fto__":1}',
    '[{"a":"b","__proto__":1}]',
  ])('finds the polluting key in %j wherever spaces and escapes are', (json) => {
    expect(readJson(json, 'refuse')).toEqual({ ok: false, failure: 'pollutingKey' });
  });

  it('counts the levels of a text with many objects', () => {
    const items = (deep: string): string =>
      `[${Array.from({ length: 100 }, () => '{"a":"]]"}').join(',')},${deep}]`;
    expect(readJson(items('['.repeat(63) + ']'.repeat(63)), 'drop').ok).toBe(true);
    expect(readJson(items('['.repeat(64) + ']'.repeat(64)), 'drop')).toEqual({
      ok: false,
      failure: 'tooDeep',
    });
  });

  it('reads the same values as JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.json().filter((text) => !text.includes('__proto__')),
        (text) => {
          // -0 prints as 0, so both sides are compared in print.
          expect(JSON.parse(writeJson(value(text)))).toEqual(JSON.parse(JSON.stringify(JSON.parse(text))));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['[', '{"a":}', '{"a":1,}', 'nul', '', '01', '{"a":NaN}', '"\t"', '{"a":1}{', "{'a':1}"])(
    'refuses %j as a syntax fault',
    (text) => {
      expect(readJson(text, 'drop')).toEqual({ ok: false, failure: 'syntax' });
    },
  );

  it('takes 64 levels and refuses 65 without recursion', () => {
    expect(readJson('['.repeat(64) + ']'.repeat(64), 'drop').ok).toBe(true);
    expect(readJson('['.repeat(65) + ']'.repeat(65), 'drop')).toEqual({ ok: false, failure: 'tooDeep' });
    expect(readJson('['.repeat(1_000_000), 'drop')).toEqual({ ok: false, failure: 'tooDeep' });
  });

  it('does not count brackets, colons and digits inside strings', () => {
    const text = JSON.stringify({ a: '[{'.repeat(200) + ':'.repeat(20_000) + '\\"' + '9'.repeat(40) });
    expect(value(text)).toEqual(JSON.parse(text));
  });

  const keys = (count: number) => `{${Array.from({ length: count }, (_, key) => `"k${key}":1`).join(',')}}`;
  const numbers = (count: number) => `[${Array(count).fill('1.00000000000000000001').join()}]`;
  const texts = (count: number) => `[${Array(count).fill('"a"').join()}]`;

  it.each([
    ['refuse', 'request', 10_000, 2_000, 50_001],
    ['drop', 'answer', 50_000, 10_000, 100_001],
  ] as const)(
    '(%s) bounds the keys, long numbers and values of a %s',
    (pollution, _name, mostKeys, mostNumbers, mostValues) => {
      const read = (text: string) => readJson(text, pollution);
      expect(read(keys(mostKeys)).ok).toBe(true);
      expect(read(keys(mostKeys + 1))).toEqual({ ok: false, failure: 'tooManyKeys' });
      expect(read(numbers(mostNumbers)).ok).toBe(true);
      expect(read(numbers(mostNumbers + 1))).toEqual({ ok: false, failure: 'tooManyNumbers' });
      expect(read(texts(mostValues)).ok).toBe(true);
      expect(read(texts(mostValues + 1))).toEqual({ ok: false, failure: 'tooManyValues' });
    },
  );

  it.each([
    '{12345678901234567890:1}',
    '{12345678901234567890 : 1}',
    '[012345678901234567890]',
    '[1.2.34567890123456789]',
    '[1-12345678901234567890]',
    '[+1e5]',
    '[1e]',
  ])('refuses %j, with a long number in a wrong position', (text) => {
    expect(readJson(text, 'drop')).toEqual({ ok: false, failure: 'syntax' });
  });

  it('keeps the one number in four megabytes that no double holds', () => {
    const text = `{"data":[${Array.from({ length: 500 }, (_, id) => `{"id":${id},"text":"${'x'.repeat(8_000)}"}`).join()}],"n":-1234567890123456789.10,"e":[1e12345678901234567]}`;
    const read = value(text);
    expect(writeJson(read)).toBe(text);
    expect(isJsonObject(read) && read['n']).toEqual(new ExactNumber('-1234567890123456789.10'));
  });

  it.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":{}}'])(
    'refuses the polluting key in %s in a request and leaves it out of an answer',
    (text) => {
      expect(readJson(text, 'refuse')).toEqual({ ok: false, failure: 'pollutingKey' });
      expect(writeJson(value(text))).toBe(text.startsWith('{"a"') ? '{"a":[{}]}' : '{}');
    },
  );

  it('keeps a value that only mentions a polluting key', () => {
    expect(readJson('{"title":"__proto__ constructor"}', 'refuse').ok).toBe(true);
  });

  it('keeps numbers that a double would change, digit by digit', () => {
    const text = '{"id":12345678901234567890,"ratio":0.1234567890123456789,"list":[1e400,-0.000001]}';
    const read = value(text);
    expect(isJsonObject(read) && read['id']).toEqual(new ExactNumber('12345678901234567890'));
    expect(writeJson(read)).toBe(text);
  });

  it.each([
    '[1.0e-5,1E5]',
    '[1.0]',
    '[-0]',
    '[-0.0]',
    '[12.50]',
    '[0.0000001]',
    '{"constructor":{"prototype":-0}}',
  ])('keeps %s as it was written', (text) => {
    expect(writeJson(value(text))).toBe(text);
  });

  it('reads a long number that a double prints back as a plain number', () => {
    expect(value('[0.30000000000000004]')).toEqual([0.30000000000000004]);
  });

  it('takes the last of two members with one name, as JSON.parse does, with exact numbers too', () => {
    expect(value('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(writeJson(value('{"a":1e1,"a":2e1}'))).toBe('{"a":2e1}');
  });

  it('treats a polluting key alike in a text with exact numbers', () => {
    const text = '{"__proto__":{"b":1},"a":1e5}';
    expect(readJson(text, 'refuse')).toEqual({ ok: false, failure: 'pollutingKey' });
    const read = readJson(text, 'drop');
    expect(read.ok && writeJson(read.value)).toBe('{"a":1e5}');
  });

  it('cannot be tricked by an object that looks like an exact number', () => {
    const text = '{"isLosslessNumber":true,"value":"1"}';
    expect(writeJson(value(text))).toBe(text);
  });
});

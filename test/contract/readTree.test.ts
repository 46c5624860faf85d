import fc from 'fast-check';
import { printTree } from '../../src/comparison/compare/tree';
import { readTree } from '../../src/contract/readTree';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const printed = (text: string): string | undefined => {
  const read = readTree(text);
  return read.ok ? printTree(read.value) : undefined;
};

describe('reading a body for comparison', () => {
  it('accepts exactly the texts that JSON.parse accepts, with the same values', () => {
    const alphabet = fc.constantFrom(...Array.from('{}[]",:0123456789.-+eE\\u tfnrul\n\u0001é'));
    const nearly = fc
      .tuple(fc.json(), fc.nat(), fc.array(alphabet, { maxLength: 3 }))
      .map(
        ([text, at, put]) =>
          text.slice(0, at % (text.length + 1)) + put.join('') + text.slice((at + 1) % (text.length + 1)),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          nearly,
          fc.array(alphabet).map((list) => list.join('')),
        ),
        (text) => {
          const read = readTree(text);
          expect(read.ok).toBe(isJson(text));
          if (!read.ok) return;
          // -0 is the one number that a double keeps and JSON.stringify does not print.
          const plain = JSON.stringify(JSON.parse(printTree(read.value)));
          expect(JSON.stringify(JSON.parse(text))).toHaveLength(plain.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps every digit of every number', () => {
    const text = '[1.10,1.1,-0,0.0000001,1e5,12345678901234567890,9007199254740993,0]';
    expect(printed(text)).toBe(text);
  });

  it('takes the last of several members with one name, and treats no name specially', () => {
    expect(printed('{"__proto__":1,"a":1,"constructor":{},"a":2}')).toBe(
      '{"__proto__":1,"a":2,"constructor":{}}',
    );
  });

  it('refuses a megabyte of brackets without running out of stack', () => {
    expect(readTree('['.repeat(1_000_000))).toEqual({ ok: false, failure: 'tooDeep' });
    expect(readTree('{"a":'.repeat(200_000))).toEqual({ ok: false, failure: 'tooDeep' });
  });
});

import { printTree } from '../../src/comparison/compare/tree';
import { readTree } from '../../src/contract/readTree';

const printed = (text: string): string | undefined => {
  const read = readTree(text);
  return read.ok ? printTree(read.value) : undefined;
};

describe('reading a body for comparison', () => {
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

import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';

const codes = (text: string) => readDocument('a.yaml', text).faults.map(({ code }) => code);

describe('readDocument', () => {
  it('returns plain data of the core schema', () => {
    const text = 'a: 1\nb: [x, true, null]\nc: {d: "1"}\ne: 2025-01-01\nf: yes\n200: ok\n';
    const { value, faults } = readDocument('a.yaml', text);
    expect(faults).toEqual([]);
    expect(value).toEqual({
      a: 1,
      b: ['x', true, null],
      c: { d: '1' },
      e: '2025-01-01',
      f: 'yes',
      '200': 'ok',
    });
  });

  it('reads an empty text as null', () => {
    expect(readDocument('a.yaml', '# nothing\n')).toMatchObject({ value: null, faults: [] });
  });

  it('refuses a text that is longer than any honest file', () => {
    const { value, faults } = readDocument('a.yaml', `a: ${'x'.repeat(8 * 1024 * 1024)}`);
    expect(value).toBeUndefined();
    expect(faults).toMatchObject([
      { code: 'too-long', message: 'the file is 8,388,611 characters long, and at most 8,388,608 are read' },
    ]);
  });

  it('names file, line, column and text of a syntax error, and returns no value', () => {
    const { value, faults } = readDocument('a.yaml', 'a: 1\nb: "open\n');
    expect(value).toBeUndefined();
    expect(faults).toMatchObject([{ code: 'syntax', file: 'a.yaml', line: 2, text: 'b: "open' }]);
  });

  it('points at the second of two equal keys and names the line of the first', () => {
    const { value, faults } = readDocument('a.yaml', 'a:\n  b: 1\n  c: 2\n  b: 3\n');
    expect(value).toBeUndefined();
    expect(faults).toEqual([
      {
        code: 'duplicate-key',
        message: 'duplicate key "b", first on line 2',
        file: 'a.yaml',
        line: 4,
        column: 3,
        text: '  b: 3',
        hint: 'keep one of the two',
      },
    ]);
  });

  it('reports every fault, in the order of the text', () => {
    const text = 'z: *missing\na: 1\na: 2\n__proto__: {}\n';
    expect(codes(text)).toEqual(['unknown-alias', 'duplicate-key', 'forbidden-key']);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf'])(
    'refuses the key %s at any depth',
    (key) => {
      expect(codes(`a:\n  - ${key}: 1\n`)).toEqual(['forbidden-key']);
    },
  );

  it.each([
    ['a tag of its own', 'a: !env HOME\n', 'unknown-tag'],
    ['a tag of YAML 1.1', 'a: !!binary aGk=\n', 'unknown-tag'],
    ['a second document', 'a: 1\n---\nb: 2\n', 'several-documents'],
    ['a key that is not text', '? {a: 1}\n: 2\n', 'key-not-text'],
    ['tabs as indentation', 'a:\n\tb: 1\n', 'syntax'],
  ])('refuses %s', (_what, text, code) => {
    expect(codes(text)).toEqual([code]);
  });

  it('follows anchors, but not aliases that multiply', () => {
    expect(readDocument('a.yaml', 'a: &x {b: 1}\nc: *x\n').value).toEqual({ a: { b: 1 }, c: { b: 1 } });
    const level = (n: number) =>
      `l${String(n)}: &l${String(n)} [${Array(9)
        .fill(`*l${String(n - 1)}`)
        .join(', ')}]\n`;
    expect(codes(`l0: &l0 [x]\n${[1, 2, 3, 4, 5, 6].map(level).join('')}`)).toEqual(['too-many-aliases']);
  });

  it('keeps the position of every key and value', () => {
    const document = readDocument(
      'a.yaml',
      'a:\r\n  b:\r\n    - 1\r\n    - {c: 2}\r\nd: &x {e: 3}\r\nf: *x\r\n',
    );
    expect(document.at(['a', 'b'], 'key')).toEqual({ line: 2, column: 3 });
    expect(document.at(['a', 'b', 1, 'c'])).toEqual({ line: 4, column: 11 });
    expect(document.at(['f', 'e'])).toEqual({ line: 5, column: 11 });
    expect(document.line(4)).toBe('    - {c: 2}');
  });

  it('returns the nearest ancestor of a path that the text does not hold', () => {
    const document = readDocument('a.yaml', 'a:\n  b: 1\n');
    expect(document.at(['a', 'missing', 'deeper'], 'key')).toEqual({ line: 1, column: 1 });
    expect(document.at(['nothing'])).toEqual({ line: 1, column: 1 });
    expect(readDocument('a.yaml', '').at(['a'])).toEqual({ line: 1, column: 1 });
  });
});

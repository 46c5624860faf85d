import { faultAt } from '../../../src/mapping/yaml/complaints.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';
import { renderFault } from '../../../src/mapping/yaml/fileFault.js';

const document = readDocument('lifeboat.yaml', 'listen:\n  port: 1\n');

describe('renderFault', () => {
  it('points at the key when asked to, and leaves out a hint that is not there', () => {
    const fault = faultAt(document, ['listen', 'port'], { code: 'x', message: 'no', part: 'key' });
    expect(fault).not.toHaveProperty('hint');
    expect(renderFault(fault, { colour: false }).split('\n').at(-1)).toBe('    |   ^');
  });

  it('keeps tabs before the caret, so that it stands under its column', () => {
    const fault = { code: 'x', message: 'no', file: 'a', line: 1, column: 3, text: '\t\tb' };
    expect(renderFault(fault, { colour: false }).split('\n').at(-1)).toBe('    | \t\t^');
  });

  it('shows only the part of a long line around the column', () => {
    const fault = { code: 'x', message: 'no', file: 'a', line: 1, column: 5_001 };
    const text = `${'a'.repeat(5_000)}b${'c'.repeat(5_000)}`;
    expect(renderFault({ ...fault, text }, { colour: false }).split('\n')).toEqual([
      'a:1:5001: no',
      `  1 | ${'a'.repeat(80)}b${'c'.repeat(79)}`,
      `    | ${' '.repeat(80)}^`,
    ]);
    const atEnd = renderFault({ ...fault, column: 10_001, text }, { colour: false });
    expect(atEnd).toContain(`  1 | ${'c'.repeat(160)}\n    | ${' '.repeat(159)}^`);
  });

  it('names only the file if there is no line to show', () => {
    const fault = {
      code: 'x',
      message: 'no such file',
      file: 'a',
      line: 1,
      column: 1,
      text: '',
      hint: 'make it',
    };
    expect(renderFault(fault, { colour: false })).toBe('a: no such file\n  = hint: make it');
  });

  it('paints only when asked to', () => {
    const fault = faultAt(document, ['listen'], { code: 'x', message: 'no' });
    expect(renderFault(fault, { colour: true })).toContain('\u001b[31m^');
    expect(renderFault(fault, { colour: false })).not.toContain('\u001b');
  });
});

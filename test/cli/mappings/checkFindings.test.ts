import { printDifferences } from '../../../src/cli/mappings/checkFindings.js';
import { recordingTerminal } from '../../support/recordingTerminal.ts';

const difference = { fixture: 'reads an offer', place: 'fixtures/offer.yaml:4', what: 'answer' };

const printed = (expected: unknown, got: unknown): readonly string[] => {
  const terminal = recordingTerminal();
  printDifferences([{ ...difference, expected, got }], terminal);
  return terminal.err;
};

describe('a failed fixture', () => {
  it('is shown with its line and only the differing values', () => {
    const expected = { status: 200, body: { data: { id: '1', attributes: { title: 'a', tags: [1, 2] } } } };
    const got = {
      status: 200,
      body: { data: { id: '1', attributes: { title: 'a', tags: [1, 3], views: 5 } } },
    };
    expect(printed(expected, got)).toEqual([
      'fixtures/offer.yaml:4: reads an offer: answer is not as expected',
      '  body.data.attributes.tags.1: expected 2, got 3',
      '  body.data.attributes.views: expected nothing, got 5',
      '',
    ]);
  });

  it('is shown whole if the two have nothing in common, and in part if they have little', () => {
    expect(printed('no call', { method: 'GET' })[1]).toBe('  expected "no call", got {"method":"GET"}');
    expect(printed({ a: [] }, { a: {} })[1]).toBe('  a: expected [], got {}');
    expect(printed([1, 2, 3, 4, 5, 6, 7], [])).toHaveLength(7);
    expect(printed([1, 2, 3, 4, 5, 6, 7], []).at(-1)).toBe('  and 2 more\n');
  });
});

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ProgramView } from '../../src/console/clientData';
import { ProgramList } from '../../src/console/clientUsage';

const program = (name: string, readiness?: string): ProgramView => ({
  ...{ client: `96e0618ddc9e/${name}`, program: name, requests: 1, byV1: 1, refused: 0, operations: [] },
  readiness,
});

/** The lines of the list of programs, without markup. */
function listed(...programs: readonly ProgramView[]): readonly string[] {
  const html = renderToString(h(ProgramList, { programs }));
  return html.split('</li>').flatMap((item) => item.replaceAll(/<[^>]*>/g, '').trim() || []);
}

describe('the programs of a key', () => {
  it('stand each with its readiness, those with most left to do first', () => {
    expect(
      listed(program('repricer', 'can move'), program('moved-one', 'moved'), program('old-bot', 'has work')),
    ).toEqual(['old-bot has work', 'repricer can move', 'moved-one moved']);
  });

  it('are five, the rest is counted', () => {
    const many = Array.from({ length: 200 }, (_, at) => program(`bot-${at}`, 'can move'));
    expect(listed(...many)).toHaveLength(6);
    expect(listed(...many).at(-1)).toBe('195 more');
  });
});

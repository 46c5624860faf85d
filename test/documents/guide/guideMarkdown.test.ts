import { compileGuide } from '../../../src/documents/guide/compileGuide';
import { guideMarkdown } from '../../../src/documents/guide/guideMarkdown';
import { hostilePublication } from '../hostilePublication';
import { publicationOf } from '../publication';

const plain = guideMarkdown(compileGuide(publicationOf()));
const hostile = guideMarkdown(compileGuide(hostilePublication()));

/** The lines outside of fenced blocks. */
const prose = (text: string): readonly string[] => text.replace(/^```[\s\S]*?^```$/gm, '').split('\n');

/** Tables as their rows' numbers of cells. */
function tables(text: string): readonly (readonly number[])[] {
  const rows = prose(text).map((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/).length : 0));
  return rows.reduce<number[][]>((found, cells, index) => {
    if (cells === 0) return found;
    if (rows[index - 1] === 0) found.push([]);
    found.at(-1)?.push(cells);
    return found;
  }, []);
}

describe('the guide as Markdown', () => {
  it.each([
    ['shipped', plain],
    ['hostile', hostile],
  ])('has tables with rows of equal length, for %s mappings', (_, text) => {
    const foundEntries = tables(text);
    expect(foundEntries.length).toBeGreaterThan(5);
    for (const lengths of foundEntries) expect(new Set(lengths).size).toBe(1);
  });

  it('lets no text of a mapping become markup', () => {
    const lines = prose(hostile)
      .join('\n')
      .replace(/`[^`\n]+`/g, '');
    expect(lines).not.toMatch(/(?<!\\)[<>]/);
    expect(lines).not.toMatch(/(?<!\\)\]\(/);
    expect(lines).not.toMatch(/(?<!\\)\*b/);
  });

  it('shows in each row the v1 member, its v2 place, and the difference', () => {
    expect(plain).toContain('| You read | In v2 | Kind | The difference |');
    expect(plain).toContain('| `game_slug` | `game.slug` | exact | The same value under another name. |');
    expect(plain).toContain('| You send | In v2 | Kind | The difference |');
    expect(plain).toContain('| `trend_score` | (nothing) | synthesized | Lifeboat answers `0`');
  });

  it('ends with one line break', () => expect(plain).toMatch(/[^\n]\n$/));
});

import { compileGuide } from '../../../src/documents/guide/compileGuide.js';
import { guideMarkdown } from '../../../src/documents/guide/guideMarkdown.js';
import { leafPaths } from '../../../src/mapping/compile/sourcePath.js';
import { shippedResource } from '../../support/shipped.ts';
import { hostilePublication } from '../hostilePublication.ts';
import { publicationOf } from '../publication.ts';

const guide = compileGuide(publicationOf());
const markdown = guideMarkdown(guide);
const hostile = guideMarkdown(compileGuide(hostilePublication()));

/** The lines outside of fenced blocks. */
const prose = (text: string): readonly string[] => text.replace(/^```[\s\S]*?^```$/gm, '').split('\n');

describe('the migration guide', () => {
  it('has a section for each operation, with the same work on both sides', () => {
    const sections = guide.chapters.flatMap(({ operations }) => operations);
    const mapped = publicationOf().resources.flatMap(({ operations }) =>
      operations.map(({ operation: { v1 } }) => `${v1.method} ${v1.template}`),
    );
    expect(sections.map(({ v1 }) => v1).sort()).toEqual(mapped.sort());
    for (const { example, v1, v2 } of sections) {
      expect(example?.v1.request.split(' ')[0]).toBe(v1.split(' ')[0]);
      expect(example?.v2.at(-1)?.request.split(' ')[0]).toBe(v2.split(' ')[0]);
    }
  });

  it('names the v2 place of every v1 attribute, and every v2 field that v1 never showed', () => {
    const account = guide.chapters.find(({ title }) => title === 'Account');
    const { v1, ledger } = shippedResource('account');
    expect(account?.reads.map((row) => row.v1).sort()).toEqual([...leafPaths(v1)].sort());
    expect(account?.news).toEqual(ledger.drops.map(({ field, reason }) => ({ field, reason })));
  });

  it.each([
    ['both names of a value', '| `game_slug` | `game.slug` | exact | The same value under another name. |'],
    [
      'how a value is written',
      'v1 has ISO 8601 text in UTC, such as `2024-01-15T10:30:00Z`; v2 has Unix seconds.',
    ],
    ['the words of a table', 'v1 has `Handmade` or `Botted`; v2 has `by_hand` or `by_bot`.'],
    [
      'a value made from nothing',
      '| `trend_score` | (nothing) | synthesized | Lifeboat answers `0` (v2 has no',
    ],
    ['a value that stands in', 'Where v2 has none, Lifeboat answers `""`'],
    [
      'a v2 value that may be null',
      '| `listed_at` | `listed_at` | converted | v1 has ISO 8601 text in UTC, such as `2024-01-15T10:30:00Z`; v2 has Unix seconds. May be null. |',
    ],
    ['known values', 'Values so far: `draft`, `listed`, `archived`.'],
    ['a second name', 'The live service also names it `formatLong`.'],
    ['a member of a request', '| `delivery_time.unit` | `delivery_time.unit` | exact |'],
    ['numbers as text', 'The same. v1 also took the number as text; send a number.'],
    ['a partial update', 'v2 changes only what is sent: leave out what is to stay as it is.'],
    ['what v2 takes beyond v1', 'v2 also takes `game_id`, `external_id`, `currency`.'],
    ['a missing lookup', 'v2 has no lookup by `login`. Read the list with `GET /v2/account-offers?page=1'],
    [
      'calls for each of several',
      '| `accounts` | `{account}` | exact | Part of the path: one call for each. |',
    ],
    ['words of a path', 'Part of the path: `listed` is `list`, `draft` is `draft`.'],
    ['a member without a place', '| `has_2fa` | (nothing) | lost | Leave it out: '],
    ['a member that is made up', 'Where v1 sends none, Lifeboat sends `{}`'],
    ['the largest page', 'v2 puts at most 50 items on a page.'],
    ['values on demand', 'v1 fills `data` only with `with_data=1`; v2 always does.'],
    ['an open operation', 'v1 asks for no key here; v2 does.'],
    ['names beside an error', 'With its 404 v1 names `games`; in v2 read `GET /v2/games`.'],
    ['an answer that is not the resource', '| `message` | (nothing) | synthesized |'],
  ])('tells %s', (_, text) => expect(markdown).toContain(text));

  it.each([
    ['shipped', markdown],
    ['hostile', hostile],
  ])('has tables with rows of equal length in Markdown, for %s mappings', (_, text) => {
    const cellCounts = prose(text).map((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/).length : 0));
    const uneven = cellCounts.filter((cells, index) => {
      const previous = cellCounts[index - 1] ?? 0;
      return cells > 0 && previous > 0 && cells !== previous;
    });
    expect(uneven).toEqual([]);
    expect(cellCounts.filter((cells) => cells > 0).length).toBeGreaterThan(50);
    expect(text).toMatch(/[^\n]\n$/);
  });

  it('lets no text of a mapping become markup in Markdown', () => {
    const text = prose(hostile)
      .join('\n')
      .replace(/`[^`\n]+`/g, '');
    for (const markup of [/(?<!\\)[<>]/, /(?<!\\)\]\(/, /(?<!\\)\*b/]) expect(text).not.toMatch(markup);
  });
});

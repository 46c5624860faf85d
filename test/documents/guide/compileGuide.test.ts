import { compileGuide } from '../../../src/documents/guide/compileGuide';
import type { GuideRow } from '../../../src/documents/guide/migrationGuide';
import { leafPaths } from '../../../src/mapping/compile/sourcePath';
import { shippedResource } from '../../support/shipped';
import { publicationOf } from '../publication';

const guide = compileGuide(publicationOf());

function chapter(title: string) {
  const foundGuideChapter = guide.chapters.find((guideChapter) => guideChapter.title === title);
  if (foundGuideChapter === undefined) throw new Error(`no chapter ${title}`);
  return foundGuideChapter;
}

const row = (rows: readonly GuideRow[], v1: string): GuideRow | undefined =>
  rows.find((guideRow) => guideRow.v1 === v1);

const account = chapter('Account');
const offer = chapter('Currency offer');
const update = offer.operations.find(({ title }) => title === 'Update currency offer');

describe('the migration guide', () => {
  it('has a chapter for each resource and a section for each operation', () => {
    const sections = guide.chapters.flatMap(({ operations }) => operations.map(({ v1 }) => v1));
    const mapped = publicationOf().resources.flatMap(({ operations }) =>
      operations.map(({ operation: { v1 } }) => `${v1.method} ${v1.template}`),
    );
    expect(sections.sort()).toEqual(mapped.sort());
  });

  it('names the v2 place of every v1 attribute', () => {
    const { v1 } = shippedResource('account');
    expect(account.reads.map((guideRow) => guideRow.v1).sort()).toEqual([...leafPaths(v1)].sort());
    expect(row(account.reads, 'game_slug')).toEqual({
      v1: 'game_slug',
      v2: 'game.slug',
      class: 'exact',
      difference: ['The same value under another name.'],
    });
  });

  it('tells how a value is written on each side', () => {
    expect(row(offer.reads, 'created_at')?.difference).toEqual([
      'v1 has ISO 8601 text in UTC, such as `2024-01-15T10:30:00Z`; v2 has Unix seconds.',
    ]);
    expect(row(account.reads, 'level_up_method')?.difference[0]).toBe(
      'v1 has `Handmade` or `Botted`; v2 has `by_hand` or `by_bot`.',
    );
  });

  it('names the value for a missing v2 value, and the reason', () => {
    expect(row(account.reads, 'trend_score')).toEqual({
      v1: 'trend_score',
      class: 'synthesized',
      difference: ['Lifeboat answers `0` (v2 has no trend score).'],
    });
    expect(row(account.reads, 'login')?.difference.join(' ')).toContain(
      'Where v2 has none, Lifeboat answers `""`',
    );
  });

  it('tells which v2 values may be null, are known so far, or have a second name', () => {
    expect(row(offer.reads, 'listed_at')?.difference).toContain('May be null.');
    expect(row(offer.reads, 'status')?.difference).toContain('Values so far: `draft`, `listed`, `archived`.');
    expect(row(offer.reads, 'delivery_time.formatLong')?.difference).toContain(
      'The live service also names it `formatLong`.',
    );
  });

  it('names every v2 field that v1 never showed, with the reason', () => {
    const { drops } = shippedResource('account').ledger;
    expect(account.news).toEqual(drops.map(({ field, reason }) => ({ field, reason })));
  });

  it('names the v2 place of every member of a v1 request', () => {
    expect(update?.sends.map((guideRow) => guideRow.v1)).toContain('delivery_time.unit');
    expect(row(update?.sends ?? [], 'stock')?.difference).toEqual([
      'The same.',
      'v1 also took the number as text; send a number.',
    ]);
  });

  it('tells that a v2 update is partial, and what else it takes', () => {
    expect(update?.notes).toEqual([
      'v2 changes only what is sent: leave out what is to stay as it is.',
      'v2 also takes `game_id`, `external_id`, `currency`.',
    ]);
  });

  it('tells how to replace a lookup that v2 does not have', () => {
    const lookup = account.operations.find(({ v1 }) => v1.includes('by-login'));
    expect(lookup?.notes[0]).toContain(
      'v2 has no lookup by `login`. Read the list with `GET /v2/account-offers?page=1',
    );
    expect(lookup?.notes[0]).toContain('together with `credentials.login`');
  });

  it('explains members that v2 takes in the path, or not at all', () => {
    const statuses = account.operations.find(({ v1 }) => v1.endsWith('/status/bulk'));
    expect(statuses?.sends).toMatchObject([
      { v1: 'accounts', v2: '{account}', difference: ['Part of the path: one call for each.'] },
      {
        v1: 'status',
        v2: '{action}',
        difference: ['Part of the path: `listed` is `list`, `draft` is `draft`.'],
      },
    ]);
    const creation = account.operations.find(({ v1 }) => v1 === 'POST /v1/accounts');
    const lost = row(creation?.sends ?? [], 'has_2fa');
    expect(lost).toEqual({ v1: 'has_2fa', difference: [expect.stringContaining('Leave it out: ')] });
    expect(row(creation?.sends ?? [], 'game_items')?.difference.at(-1)).toContain(
      'Where v1 sends none, Lifeboat sends `{}`',
    );
  });

  it('tells what v1 does on demand, without a key, or together with an error', () => {
    const notes = (route: string) => account.operations.find(({ v1 }) => v1 === route)?.notes ?? [];
    expect(notes('GET /v1/accounts')).toEqual([
      'v2 puts at most 50 items on a page.',
      'v1 fills `data` only with `with_data=1`; v2 always does.',
    ]);
    expect(notes('GET /v1/accounts/template/{slug}')).toEqual([
      'v1 asks for no key here; v2 does.',
      'With its 404 v1 names `games`; in v2 read `GET /v2/games`.',
    ]);
  });

  it('lists the members of an answer that is not the resource', () => {
    const removal = account.operations.find(({ v1 }) => v1.startsWith('DELETE'));
    expect(removal?.reads).toMatchObject([{ v1: 'message', class: 'synthesized' }]);
    const reading = account.operations.find(({ v1 }) => v1 === 'GET /v1/accounts/{id}');
    expect(reading?.reads).toEqual([]);
  });

  it('shows for every operation the same work on both sides', () => {
    for (const { example, v1, v2 } of guide.chapters.flatMap(({ operations }) => operations)) {
      expect(example?.v1.request.split(' ')[0]).toBe(v1.split(' ')[0]);
      expect(example?.v2.at(-1)?.request.split(' ')[0]).toBe(v2.split(' ')[0]);
    }
  });

  it('gives every link target a unique anchor', () => {
    const anchors = guide.chapters.flatMap(({ anchor, operations }) => [
      anchor,
      ...operations.map((guideOperation) => guideOperation.anchor),
    ]);
    expect(new Set(anchors).size).toBe(anchors.length);
  });
});

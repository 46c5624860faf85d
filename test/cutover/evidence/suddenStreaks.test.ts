import { RECENT_MS, type ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { suddenDifferenceAlarms, suddenRefusalAlarms } from '../../../src/cutover/evidence/suddenFindings.js';
import { noteWrite } from '../../../src/cutover/evidence/recordServed.js';
import { SuddenStreaks } from '../../../src/cutover/evidence/suddenStreaks.js';
import { servedBy } from '../support/served.ts';

const HOUR = 3_600_000;

const write = servedBy({ operation: 'updateOffer', write: 'accepted' });
const named = (caller: string): string => `shop ${caller}`;
const refused = servedBy({ operation: 'updateOffer', write: 'declined', signature: 'invalid' });

function opened() {
  const writes = new SuddenStreaks('refusals');
  let at = 10 * HOUR;
  const note = (count: number, served: ServedRequest): void => {
    for (let number = 0; number < count; number += 1) noteWrite(writes, served, (at += 1));
  };
  const wait = (milliseconds: number): void => void (at += milliseconds);
  const texts = (countAfter = 0) =>
    suddenRefusalAlarms(writes, named, at + countAfter).map(({ text }) => text);
  return { note, texts, wait };
}

describe('writes that were accepted before', () => {
  it('raise an alarm at the fifth refusal in a row, until one is accepted', () => {
    const { note, texts } = opened();
    note(20, write({ side: 'v1', caller: 'b' }));
    note(4, refused());
    expect(texts()).toEqual([]);
    note(2, refused());
    expect(texts()).toEqual([
      'offer: v2 has refused the last 6 writes of updateOffer (invalid), 20 were answered before',
    ]);
    note(1, write());
    expect(texts()).toEqual([]);
  });

  it('raise an alarm at the third refusal of a caller while others are accepted, until one is accepted', () => {
    const { note, texts } = opened();
    const otherEntry = { caller: 'b', side: 'v1' } as const;
    note(1, write());
    note(15, write(otherEntry));
    for (const count of [0, 0, 1]) {
      note(1, refused());
      note(1, write(otherEntry));
      expect(texts()).toHaveLength(count);
    }
    expect(texts()).toEqual([
      'offer: v2 has refused the last 3 writes of updateOffer by shop a (invalid), 18 were answered before',
    ]);
    note(9, refused({ caller: 'c' }));
    expect(texts()[0]).not.toContain('shop c');
    note(1, write());
    expect(texts()).toEqual([]);
  });

  it('raise an alarm at the second refusal of a caller on v2 if v1 accepted its last five', () => {
    const { note, texts } = opened();
    note(5, write({ side: 'v1' }));
    note(1, refused());
    expect(texts()).toEqual([]);
    note(1, refused());
    expect(texts()).toEqual([
      'offer: v2 has refused the last 2 writes of updateOffer by shop a (invalid), 5 were answered before',
    ]);
    note(1, write());
    expect(texts()).toEqual([]);
    note(2, refused());
    expect(texts()).toEqual([]);
  });

  it('raise an alarm at the first refusal by v2 after twenty accepted, as its caller may be rare', () => {
    const { note, texts } = opened();
    note(1, write());
    note(19, write({ side: 'v1', caller: 'b' }));
    note(1, refused());
    expect(texts()).toEqual([
      'offer: v2 has refused the last write of updateOffer by shop a (invalid), 20 were answered before: its own mistake, or one of v2',
    ]);
    note(1, write());
    expect(texts()).toEqual([]);
    // Refusals happen here: the next ones may be as usual.
    note(2, refused());
    expect(texts()).toEqual([]);
  });

  it.each<[string, Partial<ServedRequest>, number]>([
    ['fewer than twenty were accepted', {}, 19],
    ['v1 has refused it, which knows best', { side: 'v1', signature: '422' }, 40],
    ['it was for something that is gone', { signature: 'notFound' }, 40],
    ['its caller was never answered', { caller: 'new' }, 40],
  ])('raise no alarm at the first refusal where %s', (_why, more, good) => {
    const { note, texts } = opened();
    note(good, write());
    note(1, refused(more));
    expect(texts()).toEqual([]);
  });

  it('raise no alarm at two refusals if v1 has refused this caller as well, or accepted fewer', () => {
    const picky = opened();
    picky.note(20, write({ side: 'v1', caller: 'b' }));
    picky.note(1, refused({ side: 'v1' }));
    picky.note(4, write({ side: 'v1' }));
    picky.note(2, refused());
    expect(picky.texts()).toEqual([]);
  });

  it('raise an alarm on v1 as well', () => {
    const { note, texts } = opened();
    note(20, write({ side: 'v1' }));
    note(5, refused({ side: 'v1', signature: '404' }));
    expect(texts()).toHaveLength(1);
  });

  it('keep the alarm for hours without an accepted write, but not long without any request', () => {
    const { note, texts, wait } = opened();
    note(20, write());
    for (let past = 0; past < 20; past += 1) {
      note(1, refused());
      wait(HOUR / 4);
    }
    expect(texts()).toHaveLength(1);
    note(2, refused());
    expect([texts(RECENT_MS - 1).length, texts(RECENT_MS + 2)]).toEqual([1, []]);
  });

  it('raise no alarm if refusals are usual, or if nothing was accepted for hours', () => {
    const usual = opened();
    usual.note(20, write());
    usual.note(2, refused());
    usual.note(1, write());
    usual.note(9, refused());
    const never = opened();
    never.note(20, refused());
    const long = opened();
    long.note(20, write());
    long.wait(2 * HOUR);
    long.note(9, refused());
    expect([usual, never, long].flatMap(({ texts }) => texts())).toEqual([]);
  });

  it('are counted by operation, without reads and failures', () => {
    const { note, texts } = opened();
    note(19, write());
    note(3, refused());
    note(9, refused({ operation: 'createOffer' }));
    note(9, refused({ failed: true }));
    note(9, refused({ write: undefined }));
    expect(texts()).toEqual([]);
  });
});

describe('answers that were equal before', () => {
  it('raise an alarm at the fifth difference in a row, until five in a row are equal', () => {
    const rows = new SuddenStreaks('differences');
    const entry = { resource: 'offer', operation: 'readOffer', side: 'v2', caller: 'a' } as const;
    for (let at = 1; at <= 10; at += 1) rows.count({ ...entry, bad: at > 5 ? 'differs' : undefined }, at);
    expect(suddenDifferenceAlarms(() => false, rows, named, 11)).toEqual([
      {
        kind: 'differing',
        severity: 'warning',
        subject: 'offer',
        part: 'readOffer',
        text: "offer: the last 5 compared answers of readOffer differ from v1's, 5 did not before: see `lifeboat diff`",
      },
    ]);
    expect(suddenDifferenceAlarms((kind) => kind === 'regression', rows, named, 11)).toEqual([]);
    const began = (kind: string, _subject: string, piece?: string): boolean =>
      kind === 'regression' || piece === 'readOffer';
    // No notice says "over" because a proof has come while the answers still differ.
    expect(suddenDifferenceAlarms(began, rows, named, 11)).toHaveLength(1);
    const see = (...answers: readonly ('equal' | 'differs')[]): number => {
      for (const answer of answers)
        rows.count({ ...entry, bad: answer === 'equal' ? undefined : answer }, 12);
      return suddenDifferenceAlarms(() => false, rows, named, 13).length;
    };
    expect(see('equal', 'equal', 'equal', 'equal')).toBe(1);
    expect(see('differs', 'equal', 'equal', 'equal', 'equal')).toBe(1);
    expect(see('equal')).toBe(0);
  });

  it('raise an alarm at the third difference of one caller', () => {
    const rows = new SuddenStreaks('differences');
    const entry = { resource: 'offer', operation: 'readOffer', side: 'v2' } as const;
    for (let at = 1; at <= 20; at += 1)
      rows.count({ ...entry, caller: at > 5 ? 'b' : 'a', bad: undefined }, at);
    for (let number = 0; number < 3; number += 1) {
      expect(suddenDifferenceAlarms(() => false, rows, named, 30)).toEqual([]);
      rows.count({ ...entry, caller: 'a', bad: 'differs' }, 30);
      rows.count({ ...entry, caller: 'b', bad: undefined }, 30);
    }
    expect(suddenDifferenceAlarms(() => false, rows, named, 31)).toMatchObject([
      {
        part: 'readOffer',
        text: expect.stringContaining('the last 3 compared answers of readOffer to shop a differ') as string,
      },
    ]);
    for (const standing of [1, 1, 0]) {
      rows.count({ ...entry, caller: 'a', bad: undefined }, 32);
      expect(suddenDifferenceAlarms(() => false, rows, named, 33)).toHaveLength(standing);
    }
  });
});

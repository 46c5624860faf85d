import { createCallerFailures } from '../../src/cutover/callerFailures';
import { HOUR, RECENT, type Served } from '../../src/cutover/evidence/traffic';

const SINCE = 1_000;

const served = (more: Partial<Served>): Served => ({
  ...{ resource: 'offer', operation: 'readOffer', caller: 'a', side: 'v2', because: 'inCanary' },
  ...{ failed: false, signature: '200', milliseconds: 5 },
  ...more,
});
const failed = (more: Partial<Served> = {}): Served => served({ failed: true, signature: '500', ...more });

function opened() {
  const failures = createCallerFailures();
  let at = SINCE;
  const note = (...all: readonly Served[]): void => {
    for (const one of all) failures.note(one, SINCE, (at += 1));
  };
  const texts = (now = SINCE, stageSince = SINCE) =>
    failures
      .findings({ resource: 'offer', stageSince, now, callerText: (caller) => `shop ${caller}` })
      .map(({ text }) => text);
  return { failures, note, texts };
}

describe('one caller of many', () => {
  it('is named when three of its requests in a row have failed, however many of the others succeed', () => {
    const { note, texts } = opened();
    const others = Array.from({ length: 1_000 }, (_, number) => served({ caller: `b${number}` }));
    note(failed(), ...others, failed());
    expect(texts()).toEqual([]);
    note(...others, failed());
    expect(texts()).toEqual(['offer: v2 has failed the latest requests of shop a (3 in a row)']);
  });

  it('is named for one failing operation while its other operations work', () => {
    const { note, texts } = opened();
    const other = served({ operation: 'updateOffer' });
    note(failed(), other, failed(), other, failed(), other);
    expect(texts()).toEqual(['offer: v2 has failed the latest requests of shop a (3 in a row)']);
    note(served({}));
    expect(texts()).toEqual([]);
  });

  it('is named for failures of v1 as well', () => {
    const { note, texts } = opened();
    const one = failed({ side: 'v1', because: 'stage' });
    note(one, one, one);
    expect(texts()).toEqual(['offer: v1 has failed the latest requests of shop a (3 in a row)']);
  });

  it('is named at once when its key is refused', () => {
    const { failures, note, texts } = opened();
    const refused = served({ refused: true, signature: 'unauthenticated' });
    note(refused);
    expect(texts()).toEqual([]);
    note(served({}));
    expect(failures.note(refused, SINCE, SINCE).failed).toBe(true);
    expect(texts()).toEqual(['offer: v2 has failed the latest requests of shop a (its key is refused)']);
  });

  it('is no longer named after a good answer, a change of stage, or an hour without a request', () => {
    const { note, texts } = opened();
    note(failed(), served({ caller: 'b' }), failed(), failed());
    expect([texts(SINCE + HOUR).length, texts(SINCE + 4 + HOUR), texts(SINCE, SINCE + 1)]).toEqual([
      1,
      [],
      [],
    ]);
    note(served({}));
    expect(texts()).toEqual([]);
  });

  it('is forgotten after five minutes if everybody has failed: a recovery is then theirs as well', () => {
    const { note, texts } = opened();
    note(failed(), failed({ caller: 'b' }), failed(), failed());
    expect([texts(SINCE + RECENT).length, texts(SINCE + 4 + RECENT)]).toEqual([1, []]);
  });

  it('is not named for failures that say nothing of it: a 429 within the limit, a full queue of the gateway', () => {
    const { note, texts } = opened();
    const full = failed({ signature: 'overloaded' });
    note(failed(), failed(), full, full, served({ signature: 'rateLimited' }));
    expect(texts()).toEqual([]);
    note(failed());
    expect(texts()).toHaveLength(1);
  });

  it('is named with four others in one sentence, the rest is counted', () => {
    const { note, texts } = opened();
    for (let number = 0; number < 7; number += 1) {
      const one = failed({ caller: `c${number}` });
      note(...Array.from({ length: 3 + number }, () => one));
    }
    expect(texts()).toEqual([
      'offer: v2 has failed the latest requests of shop c6 (9 in a row), shop c5 (8 in a row), shop c4 (7 in a row), shop c3 (6 in a row), shop c2 (5 in a row), and 2 more',
    ]);
  });
});

import { createCallerFailures } from '../../src/cutover/callerFailures.js';
import { openMemoryStore } from '../../src/store/wholeStore.js';
import { HOUR_MS } from '../../src/contract/clock.js';
import { RECENT_MS, type ServedRequest } from '../../src/cutover/evidence/traffic.js';
import { openTestCutover } from './support/openTestCutover.ts';
import { servedBy } from './support/served.ts';

const SINCE = 1_000;

const served = servedBy({ because: 'inCanary' });
const failed = servedBy({ because: 'inCanary', failed: true, signature: '500' });

function opened() {
  const failures = createCallerFailures();
  let at = SINCE;
  const note = (...all: readonly ServedRequest[]): void => {
    for (const served of all) failures.noteRequest(served, SINCE, (at += 1));
  };
  const texts = (now = SINCE, stageSince = SINCE) =>
    failures
      .listFindings({ resource: 'offer', stageSince, now, callerText: (caller) => `shop ${caller}` })
      .map(({ text }) => text);
  return { failures, note, texts };
}

describe('the alarm of a failing caller', () => {
  it('names a caller after three failures in a row, however many other callers succeed', () => {
    const { note, texts } = opened();
    const otherServed = Array.from({ length: 1_000 }, (_, number) => served({ caller: `b${number}` }));
    note(failed(), ...otherServed, failed());
    expect(texts()).toEqual([]);
    note(...otherServed, failed());
    expect(texts()).toEqual(['offer: v2 has failed the latest requests of shop a (3 in a row)']);
  });

  it('names a caller for one failing operation while its other operations work', () => {
    const { note, texts } = opened();
    const nextServed = served({ operation: 'updateOffer' });
    note(failed(), nextServed, failed(), nextServed, failed(), nextServed);
    expect(texts()).toEqual(['offer: v2 has failed the latest requests of shop a (3 in a row)']);
    note(served({}));
    expect(texts()).toEqual([]);
  });

  it('names a caller for failures of v1 as well', () => {
    const { note, texts } = opened();
    const served = failed({ side: 'v1', because: 'stage' });
    note(served, served, served);
    expect(texts()).toEqual(['offer: v1 has failed the latest requests of shop a (3 in a row)']);
  });

  it('names a caller at once if its key is refused', () => {
    const { failures, note, texts } = opened();
    const refused = served({ refused: true, signature: 'unauthenticated' });
    note(refused);
    expect(texts()).toEqual([]);
    note(served({}));
    expect(failures.noteRequest(refused, SINCE, SINCE).failed).toBe(true);
    expect(texts()).toEqual([
      'offer: v2 has failed the latest requests of shop a (its key is refused: v1 answers it for now)',
    ]);
  });

  it('ends after a good answer, a change of stage, or five minutes without a request', () => {
    const { note, texts } = opened();
    note(failed(), served({ caller: 'b' }), failed(), failed());
    const named = [texts(SINCE + RECENT_MS), texts(SINCE + 6 + RECENT_MS), texts(SINCE, SINCE + 1)];
    expect(named.map(({ length }) => length)).toEqual([1, 0, 0]);
    note(served({}));
    expect(texts()).toEqual([]);
  });

  it('waits for a rare caller twice the time between its requests, up to an hour in total', () => {
    for (const [pause, lasts] of [
      [600_000, 1_500_000],
      [3_000_000, HOUR_MS],
    ] as const) {
      const failures = createCallerFailures();
      for (const number of [1, 2, 3]) failures.noteRequest(failed(), SINCE, SINCE + number * pause);
      const isNamed = (countAfter: number): boolean =>
        failures.listFindings({
          resource: 'offer',
          stageSince: SINCE,
          callerText: String,
          now: SINCE + 3 * pause + countAfter,
        }).length > 0;
      expect([isNamed(lasts - 1), isNamed(lasts)]).toEqual([true, false]);
    }
  });

  it('ignores failures that do not concern the caller: a 429 within the limit, a full queue of the gateway', () => {
    const { note, texts } = opened();
    const full = failed({ signature: 'overloaded' });
    note(failed(), failed(), full, full, served({ signature: 'rateLimited' }));
    expect(texts()).toEqual([]);
    note(failed());
    expect(texts()).toHaveLength(1);
  });

  it('names four others in one sentence, and counts the rest', () => {
    const { note, texts } = opened();
    for (let number = 0; number < 7; number += 1) {
      const served = failed({ caller: `c${number}` });
      note(...Array.from({ length: 3 + number }, () => served));
    }
    expect(texts()).toEqual([
      'offer: v2 has failed the latest requests of shop c6 (9 in a row), shop c5 (8 in a row), shop c4 (7 in a row), shop c3 (6 in a row), shop c2 (5 in a row), and 2 more',
    ]);
  });
});

it('remembers over a restart whether a caller was answered before, and by which operations', async () => {
  const { cutover: store, counters } = await openMemoryStore();
  const previousTestCutover = await openTestCutover({ store, counters });
  await previousTestCutover.moveTo({ kind: 'v2' });
  const write = served({ operation: 'updateOffer', because: 'stage', write: 'accepted' });
  for (let time = 0; time < 8; time += 1)
    for (const caller of ['a', 'b', 'c']) previousTestCutover.served({ ...write, caller });
  await previousTestCutover.tick();
  const nextTestCutover = await openTestCutover({ store, counters });
  nextTestCutover.served({
    ...write,
    operation: 'readOffer',
    refused: true,
    signature: 'unauthenticated',
    caller: 'b',
  });
  nextTestCutover.served({ ...write, write: 'declined', signature: 'invalid' });
  expect(nextTestCutover.alarms.current().map(({ text }) => text)).toEqual([
    expect.stringMatching(/^offer: v2 has refused the last write of updateOffer by a \(invalid\), 24 were/),
    'offer: v2 has failed the latest requests of b (its key is refused: v1 answers it for now)',
  ]);
});

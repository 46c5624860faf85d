import type { NoticeRows } from '../../../src/store/noticeRows.js';
import { createClosers } from '../../../src/runtime/closers.js';
import { openEventJournal } from '../../../src/runtime/stores/eventJournal.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import { createGameClock, type GameClock } from '../../support/gameClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const DAY_MS = 86_400_000;
const away = () => Promise.reject(new Error('the receiver is away'));

/** Opens a journal that gives up what its receiver misses once. */
function openJournal(store: NoticeRows, clock: GameClock, post: (id: string) => Promise<boolean> = away) {
  const closers = createClosers(() => undefined);
  const ended: string[] = [];
  const heard = { isGivenUp: false };
  const journal = openEventJournal(
    {
      ...{ store, clock, post, secret: 'a secret', keepMs: 0, isLeader: () => true },
      reportEnd: (outcome, { id }) => ended.push(`${outcome} ${id}`),
      givenUp: (isAny) => (heard.isGivenUp = isAny),
    },
    closers,
  );
  return { ...journal, ended, heard, close: closers.closeAll };
}

describe('events that were given up', () => {
  it('stay for a week each, whatever is given up later', async () => {
    const store = await openWholeStore(folder.path('week.db'));
    const clock = createGameClock(0);
    for (const id of ['first', 'second']) {
      const journal = openJournal(store.notices, clock);
      await journal.keep(id, 'ticket.created', '{}');
      await clock.advance(2_000);
      expect(journal.ended).toEqual([`given up ${id}`]);
      await journal.close();
      await clock.advance(5 * DAY_MS);
    }
    const journal = openJournal(store.notices, clock);
    expect(await journal.again()).toBe(1);
    await journal.close();
    await store.close();
  });

  it('are known to the next process too, until they wait again, whichever process is asked', async () => {
    const store = await openWholeStore(folder.path('known.db'));
    const clock = createGameClock(0);
    const former = openJournal(store.notices, clock);
    await former.keep('first', 'ticket.created', '{}');
    await clock.advance(2_000);
    expect(former.heard.isGivenUp).toBe(true);
    await former.close();
    const taken = () => Promise.resolve(true);
    const [next, other] = [
      openJournal(store.notices, clock, taken),
      openJournal(store.notices, clock, taken),
    ];
    await clock.advance(2_000);
    expect(next.heard.isGivenUp).toBe(true);
    expect(await other.again()).toBe(1);
    expect(other.heard.isGivenUp).toBe(false);
    await clock.advance(10_000);
    expect(next.heard.isGivenUp).toBe(false);
    for (const journal of [next, other]) await journal.close();
    await store.close();
  });

  it('wait again, however many they are', async () => {
    const store = await openWholeStore(folder.path('many.db'));
    const added = Array.from({ length: 33_000 }, (_, at) => ({ kind: 'event', id: `${at}`, at }));
    const left = { holder: 'another', added, ended: [], isLast: true };
    await store.notices.exchange('event given up', left, 0);
    const journal = openJournal(store.notices, createGameClock(1));
    expect([await journal.again(), await journal.again()]).toEqual([33_000, 0]);
    await journal.close();
    await store.close();
  });

  it('are found by the next process if the store did not take them', async () => {
    const store = await openWholeStore(folder.path('lost.db'));
    const clock = createGameClock(0);
    const failing: NoticeRows = {
      ...store.notices,
      exchange: (channel, ...more) =>
        channel === 'event given up' ? away() : store.notices.exchange(channel, ...more),
    };
    const former = openJournal(failing, clock);
    await former.keep('first', 'ticket.created', '{}');
    await clock.advance(2_000);
    expect(former.ended).toEqual(['given up first']);
    await clock.advance(20_000);
    expect(former.heard.isGivenUp).toBe(true);
    await former.close();
    const next = openJournal(store.notices, clock, () => Promise.resolve(true));
    await clock.advance(2_000);
    expect(next.ended).toEqual(['delivered first']);
    await next.close();
    await store.close();
  });
});

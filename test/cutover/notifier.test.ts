import type { NoticeStore } from '../../src/cutover/members/messageRows.js';
import { createNotifier } from '../../src/cutover/members/notifier.js';
import type { Notice } from '../../src/cutover/notices.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { fakeClock } from '../gateway/support/fakeClock.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { notice, openNotifier, pass, receiver, settled } from './support/openNotifier.ts';

const away = new Error('away');

describe('a message of a channel with bounds', () => {
  it('is given up at once if it can never be sent, and the later ones follow', async () => {
    const { notify, sent, clock, lost } = await openNotifier(receiver(['never']));
    for (const id of ['spoilt', 'second']) notify({ ...notice, id });
    await settled();
    await pass(clock, 1, 1_000);
    expect([sent.map(({ id }) => id), lost.map(({ id }) => id)]).toEqual([['spoilt', 'second'], ['spoilt']]);
  });

  it('is given up at the age that its channel sets, even if the receiver is away', async () => {
    const clock = fakeClock();
    const late = receiver(Array.from({ length: 9 }, () => away));
    const { notify, lost } = await openNotifier(late, { clock, maxAgeMs: 30_000 });
    notify({ ...notice, at: clock.now() });
    await settled();
    await pass(clock, 2, 10_000);
    expect(lost).toEqual([]);
    await pass(clock, 2, 10_000);
    expect(lost.map(({ id }) => id)).toEqual([notice.id]);
  });
});

describe('messages that wait in a store', () => {
  const { path } = temporaryFolder();

  it('are left to others by a process that takes none over, until it does', async () => {
    const clock = fakeClock();
    const store = await openWholeStore(path('left.db'));
    const ending = await openNotifier(receiver([away]), { clock, store: store.notices });
    ending.notify(notice);
    await settled();
    await ending.close();
    let isLeader = false;
    const options = { clock, store: store.notices, takesOver: () => isLeader };
    const { sent, close } = await openNotifier(receiver(), options);
    await pass(clock, 2, 10_000);
    expect(sent).toEqual([]);
    isLeader = true;
    await pass(clock, 1, 10_000);
    expect(sent).toEqual([notice]);
    await close();
    await store.close();
  });

  it('go to the process that takes them over, from one that no longer does, and may come back', async () => {
    const clock = fakeClock();
    const store = await openWholeStore(path('former.db'));
    let leader = 'first';
    let isAway = true;
    const delivered: string[] = [];
    const openFor = (name: string) => {
      const send = (message: Notice): Promise<boolean> => {
        if (isAway) return Promise.reject(away);
        delivered.push(`${message.id} by ${name}`);
        return Promise.resolve(true);
      };
      const takesOver = (): boolean => leader === name;
      return openNotifier({ sent: [], send }, { clock, store: store.notices, takesOver });
    };
    const [former, next] = [await openFor('first'), await openFor('second')];
    const waiting = (): readonly number[] => [former, next].map(({ delivery }) => delivery().waiting);
    for (const id of ['offer 1', 'offer 2']) former.notify({ ...notice, id });
    await pass(clock, 1, 10_000);
    expect(waiting()).toEqual([2, 0]);
    leader = 'second';
    await pass(clock, 2, 10_000);
    expect(waiting()).toEqual([0, 2]);
    leader = 'first';
    await pass(clock, 2, 10_000);
    expect(waiting()).toEqual([2, 0]);
    isAway = false;
    await pass(clock, 2, 10_000);
    expect([waiting(), delivered]).toEqual([
      [0, 0],
      ['offer 1 by first', 'offer 2 by first'],
    ]);
    await former.close();
    await next.close();
    await store.close();
  });

  it('are not lost at the end of a process whose store has them and does not answer', async () => {
    const clock = fakeClock();
    const rows = await openWholeStore(path('silent.db'));
    let isSilent = false;
    const store: NoticeStore = {
      exchange: (...changes) => (isSilent ? new Promise(() => undefined) : rows.notices.exchange(...changes)),
    };
    const { notify, lost, close } = await openNotifier(receiver([away]), { clock, store });
    notify(notice);
    await settled();
    isSilent = true;
    const closed = close();
    await settled();
    await pass(clock, 1, 1_000);
    await closed;
    expect(lost).toEqual([]);
    await rows.close();
  });

  it('leaves a message that is given up in its row where it cannot be kept elsewhere', async () => {
    const [ended, kept]: [string[], string[]] = [[], []];
    const store: NoticeStore = {
      exchange: (_, changes) => {
        ended.push(...changes.ended);
        return Promise.resolve([]);
      },
    };
    const lost = ({ id }: Notice) =>
      id === 'kept' ? Promise.resolve(kept.push(id)) : Promise.reject(new Error('the store fails'));
    const send = () => Promise.resolve('never' as const);
    const clock = fakeClock();
    const { notify, close } = createNotifier({ channel: 'event', send, store, clock, lost });
    for (const id of ['unkept', 'kept']) notify({ ...notice, id });
    await settled();
    await pass(clock, 3, 1_000);
    await close();
    expect([kept, ended]).toEqual([['kept'], ['moved kept']]);
  });
});

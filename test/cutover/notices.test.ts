import type { NoticeStore } from '../../src/cutover/members/messageRows.js';
import type { Notice } from '../../src/cutover/notices.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { fakeClock } from '../gateway/support/fakeClock.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { notice, openNotifier, pass, receiver, settled } from './support/openNotifier.ts';

const away = new Error('away');

describe('a notice', () => {
  it('is sent once a day, however often it occurs', async () => {
    const { notify, sent, clock } = await openNotifier(receiver());
    notify(notice);
    notify({ ...notice, text: 'other words' });
    notify({ ...notice, kind: 'ready' });
    await settled();
    expect(sent.map(({ kind }) => kind)).toEqual(['moved', 'ready']);
    clock.advance(24 * 3_600_000 + 1);
    notify(notice);
    await settled();
    expect(sent).toHaveLength(3);
  });

  it('is sent again until it arrives', async () => {
    const { notify, sent, clock, lost } = await openNotifier(receiver([false, new Error('refused'), true]));
    notify(notice);
    await settled();
    await pass(clock, 1, 1_000);
    await pass(clock, 1, 5_000);
    await pass(clock, 10, 10_000);
    expect([sent.length, lost.length]).toEqual([3, 0]);
  });

  it('waits without limit for a receiver that is away, with the later notices', async () => {
    const { notify, sent, clock, lost, delivery } = await openNotifier(
      receiver(Array.from({ length: 400 }, () => away)),
    );
    for (const id of ['first', 'second']) notify({ ...notice, id });
    await settled();
    await pass(clock, 400, 10_000);
    expect([sent.slice(-3).map(({ id }) => id), lost]).toEqual([['first', 'first', 'second'], []]);
    expect(delivery()).toEqual({ failingSince: undefined, deliveredAt: clock.now(), waiting: 0 });
  });

  it('is given up after about 12 minutes if it alone is refused, reported as lost, and the later ones follow', async () => {
    const { notify, sent, clock, lost } = await openNotifier(
      receiver(Array.from({ length: 75 }, () => false)),
    );
    for (const id of ['refused', 'second']) notify({ ...notice, id });
    await settled();
    await pass(clock, 75, 10_000);
    expect([sent.at(-1)?.id, sent.length, lost.map(({ id }) => id)]).toEqual(['second', 76, ['refused']]);
  });

  it('is given up and reported as lost behind 1,000 newer waiting notices', async () => {
    const { notify, lost, delivery, clock } = await openNotifier(receiver([away, away]));
    for (let index = 0; index <= 1_000; index += 1) {
      notify({ ...notice, id: String(index), at: index });
      if (index % 100 === 0) await settled();
    }
    await settled();
    await pass(clock, 1, 1_000);
    expect([lost.map(({ id }) => id), delivery().waiting]).toEqual([['1'], 1_000]);
  });

  it('is not sent again after the notifier is closed, and is lost without a store', async () => {
    const { notify, sent, clock, lost, close } = await openNotifier(receiver([false]));
    notify(notice);
    await settled();
    await close();
    clock.advance(600_000);
    expect([sent.length, lost, clock.pending()]).toEqual([1, [notice], 0]);
  });

  it('is awaited if it is on its way when the notifier is closed', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<boolean>();
    const { notify, close } = await openNotifier({ sent: [], send: () => arrived });
    notify(notice);
    await settled();
    let isClosed = false;
    const closed = close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    arrive(true);
    expect(await closed).toBe(true);
  });
});

describe('a receiver that cannot be asked', () => {
  it('counts as away, and the notice is sent once it can be asked', async () => {
    let isBroken = true;
    const { sent, send } = receiver();
    const broken = (notice: Notice): ReturnType<typeof send> => {
      if (isBroken) throw new URIError('malformed');
      return send(notice);
    };
    const { notify, clock, delivery } = await openNotifier({ sent, send: broken });
    notify(notice);
    await settled();
    expect(delivery().waiting).toBe(1);
    isBroken = false;
    await pass(clock, 1, 1_000);
    expect(sent).toEqual([notice]);
  });
});

describe('notices that wait in a store', () => {
  const { path } = temporaryFolder();
  const heldNotice = { ...notice, kind: 'held', id: 'offer 2', at: 1_000 } as const;
  const killed = { ...notice, kind: 'killed', id: 'offer 3', at: 2_000 } as const;

  it('are sent by the next process after a kill, the oldest first, each once', async () => {
    const clock = fakeClock();
    const killedStore = await openWholeStore(path('killed.db'));
    const options = { clock, store: killedStore.notices };
    const victim = await openNotifier(receiver([true, away, away]), options);
    for (const waiting of [notice, killed, heldNotice]) victim.notify(waiting);
    await settled();
    await killedStore.close();

    clock.advance(30_000);
    const nextStore = await openWholeStore(path('killed.db'));
    const next = await openNotifier(receiver([away]), { clock, store: nextStore.notices });
    await pass(clock, 10, 10_000);
    expect(next.sent).toEqual([heldNotice, heldNotice, killed]);
    next.notify(killed);
    await settled();
    await next.close();
    expect([next.sent.length, next.lost]).toEqual([3, []]);
    await nextStore.close();
  });

  it('are left to the next process at once when this one ends while its receiver is away', async () => {
    const clock = fakeClock();
    const store = await openWholeStore(path('ended.db'));
    const ending = await openNotifier(receiver([away]), { clock, store: store.notices });
    ending.notify(notice);
    await settled();
    await ending.close();
    expect([ending.lost, clock.pending()]).toEqual([[], 0]);
    const next = await openNotifier(receiver(), { clock, store: store.notices });
    expect(next.sent).toEqual([notice]);
    await next.close();
    await store.close();
  });

  it('are sent by their own process while it lives, whatever another one cannot reach', async () => {
    const clock = fakeClock();
    const store = await openWholeStore(path('shared.db'));
    const isolated = await openNotifier(receiver(Array.from({ length: 99 }, () => away)), {
      clock,
      store: store.notices,
    });
    const sound = await openNotifier(receiver(), { clock, store: store.notices });
    isolated.notify(notice);
    sound.notify(heldNotice);
    await pass(clock, 30, 10_000);
    expect([sound.sent, isolated.delivery().waiting]).toEqual([[heldNotice], 1]);
    await isolated.close();
    await pass(clock, 1, 10_000);
    expect(sound.sent).toEqual([heldNotice, notice]);
    await sound.close();
    await store.close();
  });

  it('are sent once while the store fails or does not answer, and are stored when it does', async () => {
    const clock = fakeClock();
    const rows = await openWholeStore(path('failing.db'));
    let state: 'sound' | 'failing' | 'silent' = 'failing';
    const store: NoticeStore = {
      exchange: (...changes) => {
        if (state === 'sound') return rows.notices.exchange(...changes);
        return state === 'failing' ? Promise.reject(away) : new Promise(() => undefined);
      },
    };
    const { notify, sent, lost } = await openNotifier(
      receiver([true, ...Array.from({ length: 9 }, () => away)]),
      {
        clock,
        store,
      },
    );
    notify(notice);
    await settled();
    expect(sent).toEqual([notice]);
    state = 'sound';
    notify(heldNotice);
    await pass(clock, 1, 10_000);
    state = 'silent';
    await pass(clock, 4, 10_000);
    const next = await openNotifier(receiver(), { clock, store: rows.notices });
    expect([next.sent, lost]).toEqual([[heldNotice], []]);
    await next.close();
    await rows.close();
  });

  it('are lost at the end of a process whose store does not answer', async () => {
    const { notify, clock, lost, close } = await openNotifier(receiver([away]), {
      store: { exchange: () => new Promise(() => undefined) },
    });
    notify(notice);
    await settled();
    const closed = close();
    await settled();
    await pass(clock, 1, 1_000);
    await closed;
    expect(lost).toEqual([notice]);
  });
});

import { createNotifier, type NoticeStore } from '../../src/cutover/members/notifier';
import type { Notice } from '../../src/cutover/notices';
import { openWholeStore } from '../../src/store/wholeStore';
import { type FakeClock, fakeClock } from '../gateway/support/fakeClock';
import { temporaryFolder } from '../support/temporaryFolder';

const notice: Notice = {
  kind: 'moved',
  resource: 'offer',
  id: 'offer 1',
  at: 0,
  text: 'offer moved',
};

/** Lets every promise that can settle do so. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

type Outcomes = readonly (boolean | 'never' | Error)[];

/** A receiver that takes, refuses or misses each notice in turn, and takes all later ones. */
function receiver(outcomes: Outcomes = []) {
  const sent: Notice[] = [];
  const send = (notice: Notice): Promise<boolean | 'never'> => {
    const outcome = outcomes[sent.length] ?? true;
    sent.push(notice);
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { sent, send };
}

interface Opened {
  readonly clock?: FakeClock;
  readonly store?: NoticeStore;
  readonly maxAgeMs?: number;
  readonly takesOver?: () => boolean;
}

async function openNotifier(
  { sent, send }: ReturnType<typeof receiver>,
  { clock = fakeClock(), ...more }: Opened = {},
) {
  const lost: Notice[] = [];
  const noticeParts = { channel: 'webhook', ...more, clock };
  const notifier = createNotifier({ ...noticeParts, send, lost: (notice) => lost.push(notice) });
  await settled();
  return { ...notifier, clock, sent, lost };
}

/** Moves the clock on, round by round. */
async function pass(clock: FakeClock, rounds: number, milliseconds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    clock.advance(milliseconds);
    await settled();
  }
}

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
    let arrive = (): void => undefined;
    const arrived = new Promise<boolean>((resolve) => (arrive = () => resolve(true)));
    const { notify, close } = await openNotifier({ sent: [], send: () => arrived });
    notify(notice);
    await settled();
    let isClosed = false;
    const closed = close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    arrive();
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

  it('are left to others by a process that takes none over, until it does', async () => {
    const clock = fakeClock();
    const store = await openWholeStore(path('left.db'));
    const ending = await openNotifier(receiver([away]), { clock, store: store.notices });
    ending.notify(notice);
    await settled();
    await ending.close();
    let isLeader = false;
    const options = { clock, store: store.notices, takesOver: () => isLeader };
    const { sent, look, close } = await openNotifier(receiver(), options);
    await pass(clock, 2, 10_000);
    expect(sent).toEqual([]);
    isLeader = true;
    look();
    await settled();
    expect(sent).toEqual([notice]);
    await close();
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

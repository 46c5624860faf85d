import { createHmac } from 'node:crypto';
import { createNotifier, type Notice, slackMessage, webhookMessage } from '../../src/cutover/notices';
import { fakeClock } from '../gateway/support/fakeClock';

const notice: Notice = {
  kind: 'moved',
  resource: 'offer',
  id: 'offer 1',
  at: 0,
  text: 'offer moved <b> & more',
};

/** Lets every promise that can settle do so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function notifier(outcomes: readonly (boolean | Error)[]) {
  const clock = fakeClock();
  const [sent, lost]: [Notice[], Notice[]] = [[], []];
  const send = (notice: Notice): Promise<boolean> => {
    const outcome = outcomes[sent.length] ?? true;
    sent.push(notice);
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { clock, sent, lost, ...createNotifier(send, clock, (notice) => lost.push(notice)) };
}

describe('a notice', () => {
  it('is sent once a day, however often it occurs', async () => {
    const { notify, sent, clock } = notifier([]);
    notify(notice);
    notify({ ...notice, text: 'other words' });
    notify({ ...notice, kind: 'ready' });
    await settled();
    expect(sent.map(({ kind }) => kind)).toEqual(['moved', 'ready']);
    clock.advance(24 * 3_600_000);
    notify(notice);
    await settled();
    expect(sent).toHaveLength(3);
  });

  it('is sent again until it arrives', async () => {
    const { notify, sent, clock, lost } = notifier([false, new Error('refused'), true]);
    notify(notice);
    for (const pause of [1_000, 5_000]) {
      await settled();
      clock.advance(pause);
    }
    await settled();
    expect([sent.length, lost.length, clock.pending()]).toEqual([3, 0, 0]);
  });

  it('waits without limit for a receiver that is away, with the later notices', async () => {
    const { notify, sent, clock, lost, delivery } = notifier(
      Array.from({ length: 400 }, () => new Error('away')),
    );
    for (const id of ['first', 'second']) notify({ ...notice, id });
    for (let round = 0; round < 400; round += 1) {
      await settled();
      clock.advance(10_000);
    }
    await settled();
    expect([sent.slice(-3).map(({ id }) => id), lost]).toEqual([['first', 'first', 'second'], []]);
    expect(delivery()).toEqual({ failingSince: undefined, deliveredAt: clock.now(), waiting: 0 });
  });

  it('is given up after about 12 minutes if it alone is refused, reported as lost, and the later ones follow', async () => {
    const { notify, sent, clock, lost } = notifier(Array.from({ length: 75 }, () => false));
    for (const id of ['refused', 'next']) notify({ ...notice, id });
    for (let round = 0; round < 75; round += 1) {
      await settled();
      clock.advance(10_000);
    }
    await settled();
    expect([sent.at(-1)?.id, sent.length, lost.map(({ id }) => id)]).toEqual(['next', 76, ['refused']]);
  });

  it('is given up and reported as lost behind 1,000 newer waiting notices', async () => {
    const { notify, lost, delivery } = notifier([new Error('away')]);
    for (let index = 0; index <= 1_000; index += 1) notify({ ...notice, id: String(index) });
    await settled();
    expect([lost.map(({ id }) => id), delivery().waiting]).toEqual([['1'], 1_000]);
  });

  it('is not sent again after the notifier is closed', async () => {
    const { notify, sent, clock, lost, close } = notifier([false]);
    notify(notice);
    await settled();
    await close();
    clock.advance(600_000);
    expect([sent.length, lost, clock.pending()]).toEqual([1, [notice], 0]);
  });

  it('is awaited if it is on its way when the notifier is closed', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<boolean>((resolve) => (arrive = () => resolve(true)));
    const { notify, close } = createNotifier(
      () => arrived,
      fakeClock(),
      () => undefined,
    );
    notify(notice);
    let isClosed = false;
    const closed = close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    arrive();
    expect(await closed).toBe(true);
  });

  it('is forgotten after 1,000 newer ones', async () => {
    const { notify, sent } = notifier([]);
    notify(notice);
    for (let index = 0; index < 999; index += 1) notify({ ...notice, id: String(index) });
    await settled();
    notify({ ...notice, id: 'last' });
    notify(notice);
    await settled();
    expect(sent).toHaveLength(1_002);
  });
});

describe('the message of a notice', () => {
  it('is signed over time and body if there is a secret', () => {
    const { body, headers } = webhookMessage(notice, 'secret', 1_764_460_800_000);
    const hmac = createHmac('sha256', 'secret').update(`1764460800.${body}`).digest('hex');
    expect(headers).toEqual({
      'x-lifeboat-notice': 'offer%201',
      'x-lifeboat-timestamp': '1764460800',
      'x-lifeboat-signature': `v1=${hmac}`,
    });
    expect(JSON.parse(body)).toMatchObject({ kind: 'moved', at: '1970-01-01T00:00:00.000Z' });
    expect(webhookMessage(notice, undefined, 0).headers).not.toHaveProperty('x-lifeboat-signature');
  });

  it('has escaped markup for a chat, and the time of its making', () => {
    expect(slackMessage(notice).body).toBe(
      '{"text":"Lifeboat, 1970-01-01 00:00:00 UTC: offer moved &lt;b&gt; &amp; more"}',
    );
  });
});

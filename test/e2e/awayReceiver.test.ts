import { askAdmin } from '../http/admin/support/openAdminPort.ts';
import { adminChange } from '../support/adminChange.ts';
import { createGameClock, type GameClock } from '../support/gameClock.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const START = Date.UTC(2025, 9, 1, 3);

interface PostedNotice {
  readonly kind: string;
  readonly at: string;
  readonly text: string;
}

const folder = temporaryFolder();
let clock: GameClock;
let startedWhole: StartedWhole;
let webhook: ScriptedUpstream;
let chat: ScriptedUpstream;
let upstream: ScriptedUpstream;

const start = (): Promise<StartedWhole> =>
  startWhole(
    {
      ...settingsOnV1(upstream.origin),
      LIFEBOAT_STORE: folder.path('lifeboat.db'),
      LIFEBOAT_NOTIFY_WEBHOOK: `${webhook.origin}/hook`,
      LIFEBOAT_NOTIFY_SLACK: `${chat.origin}/chat`,
    },
    clock,
  );

beforeEach(async () => {
  clock = createGameClock(START);
  upstream = await startUpstream(answering(200, '{"data":[]}'));
  webhook = await startUpstream(answering(200, ''));
  chat = await startUpstream(answering(200, ''));
  startedWhole = await start();
});

async function admin(path: string, body?: object): Promise<string> {
  const answer = await askAdmin(startedWhole.admin, path, body);
  await clock.settle();
  return answer.body;
}

const change = (resource: string, kind: 'hold' | 'kill') =>
  admin(...adminChange({ kind }, { resource, by: 'ada', reason: `${kind} it` }));

/** Notices that the webhook took. */
const takenNotices = (): readonly PostedNotice[] =>
  webhook.requests.map(({ body }) => JSON.parse(body) as PostedNotice);

const degraded = async (): Promise<readonly string[]> =>
  (JSON.parse(await admin('/readyz')) as { degraded?: readonly string[] }).degraded ?? [];

describe('a receiver of notices that was away for ten minutes', () => {
  it('gets every notice within ten seconds of its return, in order, once, with its original time', async () => {
    webhook.play(answering(503, ''));
    await change('account', 'hold');
    await clock.advance(60_000);
    await change('account', 'kill');
    await clock.advance(120_000);
    await change('item-offer', 'hold');
    await clock.advance(420_000);

    const countBefore = webhook.requests.length;
    webhook.play(answering(200, ''));
    await clock.advance(10_000);
    const late = takenNotices().slice(countBefore);
    const ownPostedNotices = late.filter(({ kind }) => kind === 'held' || kind === 'killed');
    expect(ownPostedNotices.map(({ kind, at }) => [kind, Date.parse(at) - START])).toEqual([
      ['held', expect.closeTo(0, -3)],
      ['killed', expect.closeTo(60_000, -3)],
      ['held', expect.closeTo(180_000, -3)],
    ]);
    expect(late.map(({ at }) => at)).toEqual(late.map(({ at }) => at).toSorted());
    await clock.advance(1_200_000);
    expect(
      takenNotices()
        .slice(countBefore)
        .filter(({ kind }) => kind === 'killed'),
    ).toHaveLength(1);
  });
});

describe('notices that wait when the gateway is restarted', () => {
  it('reach the webhook afterwards, the oldest first, each once', async () => {
    webhook.play(answering(503, ''));
    await change('account', 'hold');
    await clock.advance(60_000);
    await change('item-offer', 'hold');
    await startedWhole.close();
    webhook.play(answering(200, ''));
    const countBefore = webhook.requests.length;
    startedWhole = await start();
    await clock.advance(30_000);
    await change('account', 'kill');
    await clock.advance(600_000);
    const ownNotices = takenNotices()
      .slice(countBefore)
      .filter(({ kind }) => ['held', 'killed'].includes(kind));
    expect(ownNotices.map(({ kind, text }) => [kind, text.split(' ', 1).join()])).toEqual([
      ['held', 'account'],
      ['held', 'item-offer'],
      ['killed', 'account'],
    ]);
    const ids = webhook.requests.slice(countBefore).map(({ headers }) => headers['x-lifeboat-notice']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(startedWhole.log.map(({ msg }) => msg)).not.toContain('a notice could not be delivered');
  });
});

describe('a webhook that takes no notices', () => {
  it('is an alarm on every working channel within ten seconds, and over when it takes notices again', async () => {
    await change('account', 'hold');
    const delivered = new Date(clock.now()).toISOString();
    webhook.play(answering(503, ''));
    await change('item-offer', 'hold');
    await clock.advance(10_000);
    const alarm = `notify.webhook takes no notices: last delivered ${delivered.slice(0, 16)}`;
    expect(await degraded()).toContainEqual(expect.stringContaining(alarm));
    expect(await degraded()).toContainEqual(expect.stringMatching(/, waiting \d+$/));
    expect(await admin('/api/stages')).toContain(alarm);
    expect(await admin('/metrics')).toMatch(/lifeboat_alarms\{alarm="notify",.*\} 1/);
    expect(await admin('/')).toContain(alarm);
    expect(chat.requests.map(({ body }) => body)).toContainEqual(expect.stringContaining(alarm));
    expect(startedWhole.log.map(({ msg }) => msg)).toContainEqual(expect.stringContaining(alarm));

    webhook.play(answering(200, ''));
    await clock.advance(15_000);
    expect((await degraded()).join()).not.toContain('notify.webhook');
    expect(chat.requests.at(-1)?.body).toMatch(/UTC: over after .*notify\.webhook/);
  });
});

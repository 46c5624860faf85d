import { readdirSync, readFileSync } from 'node:fs';
import { askAdmin, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { createGameClock, type GameClock } from '../support/gameClock.ts';
import { serveCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import {
  eventOf,
  eventSettings,
  postEvent,
  PRIVATE_TITLE,
  RECEIVER_SECRET,
  receiverSignature,
  shownEvent,
  V2_SECRET,
  writeEventMappings,
} from './support/ticketEvents.ts';

const START = Date.UTC(2026, 0, 2, 4);
const MINUTE_MS = 60_000;

const folder = temporaryFolder();
let clock: GameClock;
let gateway: StartedWhole;
let receiver: ScriptedUpstream;

/** Starts a gateway whose mappings have been checked: the check has a deadline by the clock of the test. */
async function start(): Promise<StartedWhole> {
  const settings = eventSettings(folder.path('mappings'), folder.path('lifeboat.db'), receiver.origin);
  const started = await startWhole({ ...settings, LIFEBOAT_ADMIN_TOKEN: TOKEN }, clock);
  await clock.advance(3_000);
  await started.logged('mappings checked');
  return started;
}

beforeEach(async () => {
  writeEventMappings(folder.path('mappings'));
  clock = createGameClock(START);
  receiver = await startUpstream(answering(200, ''));
  gateway = await start();
  await clock.advance(5_000);
});

const received = (): readonly unknown[] => receiver.requests.map(({ body }) => JSON.parse(body) as unknown);
const receivedIds = () => received().map((event) => (event as { readonly delivery: string }).delivery);
const admin = async (path: string, body?: object): Promise<string> =>
  (await askAdmin(gateway.admin, path, body)).body;
const degraded = async (): Promise<string> => {
  await clock.advance(2_000);
  return (JSON.parse(await admin('/readyz')) as { degraded?: readonly string[] }).degraded?.join('\n') ?? '';
};
const post = async (event: object | string, secret?: string): Promise<number> => {
  const { status } = await postEvent(gateway.gateway, event, secret);
  await clock.advance(1_000);
  return status;
};
/** Everything that the gateway has written: its log, its store and its pages. */
const everything = async (): Promise<string> => {
  const files = readdirSync(folder.path('.'), { withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = files.map(({ name }) => readFileSync(folder.path(name)).toString('latin1'));
  const pages = await Promise.all(
    ['/metrics', '/readyz', '/', '/api/alarms', '/healthz'].map((path) => admin(path)),
  );
  return [JSON.stringify(gateway.log), ...stored, ...pages].join('\n');
};

describe('an event of v2', () => {
  it("reaches the old program as v1's event, signed as v1 did", async () => {
    expect(await post(eventOf(1))).toBe(202);
    expect(await post(eventOf(2, { type: 'ticket.closed' }))).toBe(202);
    expect(received()).toEqual([shownEvent(1), shownEvent(2, 'ticket_closed')]);
    const [first] = receiver.requests;
    expect(first).toMatchObject({
      method: 'POST',
      path: '/hooks',
      headers: {
        'content-type': 'application/json',
        'x-tickets': receiverSignature(first?.body ?? ''),
        'x-lifeboat-event': 'evt-1',
      },
    });
    expect(await admin('/metrics')).toMatch(/lifeboat_events_total\{outcome="delivered"\} 2/);
    expect(await degraded()).toBe('');
  });

  it('is delivered once, however often v2 sends it', async () => {
    for (const number of [1, 2, 1, 1]) expect(await post(eventOf(number))).toBe(202);
    await clock.advance(MINUTE_MS);
    expect(receivedIds()).toEqual(['evt-1', 'evt-2']);
  });

  it('that v1 did not have is taken and not delivered', async () => {
    expect(await post(eventOf(1, { type: 'ticket.starred' }))).toBe(202);
    expect(receiver.requests).toEqual([]);
    expect(await admin('/metrics')).toContain('lifeboat_events_total{outcome="left out"} 1');
  });

  it('with a wrong signature is refused, counted and logged, and reaches nobody', async () => {
    expect(await post(eventOf(1), 'of somebody else')).toBe(401);
    const { status } = await ask(gateway.gateway, { method: 'POST', path: '/lifeboat/events', body: '{}' });
    expect(status).toBe(401);
    expect(receiver.requests).toEqual([]);
    const line = gateway.log.filter(({ problem }) => problem === 'unauthenticated');
    expect(line).toHaveLength(2);
    expect(line[0]).toMatchObject({
      route: '/lifeboat/events',
      detail: expect.stringContaining('signature') as string,
    });
    expect(await admin('/metrics')).toMatch(
      /lifeboat_requests_total\{route="\/lifeboat\/events",[^}]*problem="unauthenticated",[^}]*\} 2/,
    );
  });

  it('without a form of v1 is refused whole, and the operator reads why', async () => {
    const whole = eventOf(1);
    const part = { ...whole, data: { id: 1, title: PRIVATE_TITLE } };
    expect([await post(part), await post(eventOf(2, { type: 'ticket.merged' }))]).toEqual([422, 422]);
    expect(receiver.requests).toEqual([]);
    expect(await degraded()).toMatch(/no form of v1: data\.state[^]*ticket\.merged is refused, because/);
    expect(await admin('/')).toContain('ticket.merged');
    expect(await admin('/metrics')).toContain('lifeboat_events_total{outcome="refused"} 2');
    expect(gateway.log.map(({ msg }) => msg)).toContain('an event of v2 has no form of v1');
    expect(await post(whole)).toBe(202);
    expect(await degraded()).not.toContain('data.state');
    expect(received()).toEqual([shownEvent(1)]);
  });

  it.each([
    ['{', 400],
    ['x'.repeat(300_000), 413],
  ])('that is no JSON, or too long, is refused with its problem: %#', async (body, status) => {
    expect(await post(body)).toBe(status);
  });
});

describe('an old program that takes no events', () => {
  it('gets all of them in order when it is back, and nothing shows what they say', async () => {
    receiver.play(answering(503, ''));
    for (const number of [1, 2, 3]) expect(await post(eventOf(number))).toBe(202);
    await clock.advance(10 * MINUTE_MS);
    expect(await degraded()).toMatch(/events\.receiver takes no events: nothing delivered yet, waiting 3/);
    expect(await admin('/metrics')).toContain('lifeboat_queue_waiting{queue="events"} 3');
    const shown = await everything();
    for (const secret of [V2_SECRET, RECEIVER_SECRET, PRIVATE_TITLE]) expect(shown).not.toContain(secret);
    expect(shown).toContain('evt-3');
    receiver.play(answering(200, ''));
    receiver.forget();
    await clock.advance(10_000);
    expect(receivedIds()).toEqual(['evt-1', 'evt-2', 'evt-3']);
    expect(await degraded()).toBe('');
  });

  it('gets what it refused when the operator says so, after the later ones', async () => {
    receiver.play(answering(400, ''));
    await post(eventOf(1));
    await clock.advance(13 * MINUTE_MS);
    receiver.play(answering(200, ''));
    receiver.forget();
    await post(eventOf(2));
    await clock.advance(MINUTE_MS);
    expect(receivedIds()).toEqual(['evt-2']);
    expect(await degraded()).toContain('events.receiver did not take all events');
    expect(await admin('/metrics')).toContain('lifeboat_events_total{outcome="given up"} 1');
    expect(gateway.log).toContainEqual(
      expect.objectContaining({
        msg: 'an event could not be delivered',
        event: 'ticket.created',
        id: 'evt-1',
      }),
    );
    expect(await everything()).not.toContain(PRIVATE_TITLE);
    expect(JSON.parse(await admin('/api/events/again', {}))).toEqual({ events: 1 });
    await clock.advance(5_000);
    expect(receivedIds()).toEqual(['evt-2', 'evt-1']);
    expect(await degraded()).toBe('');
  });

  it('gets them from the next process when the gateway has ended in between', async () => {
    receiver.play(answering(503, ''));
    for (const number of [1, 2]) await post(eventOf(number));
    await gateway.close();
    receiver.play(answering(200, ''));
    receiver.forget();
    gateway = await start();
    await clock.advance(10_000);
    expect(received()).toEqual([shownEvent(1), shownEvent(2)]);
    expect(gateway.log.map(({ msg }) => msg)).not.toContain('an event could not be delivered');
  });
});

describe('several processes', () => {
  it('deliver each event once, in the order in which they came', async () => {
    const environment = eventSettings(folder.path('mappings'), folder.path('workers.db'), receiver.origin);
    const { run, gateway: origin } = await serveCli(['--workers', '2'], {
      cwd: folder.path('.'),
      environment,
    });
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const arrived = new Promise<void>((resolve) => {
      receiver.play({
        request: (seen, socket) => {
          answering(200, '').request?.(seen, socket);
          if (receiver.requests.length === numbers.length) resolve();
        },
      });
    });
    for (const number of numbers) {
      const answers = await Promise.all([
        postEvent(origin, eventOf(number)),
        postEvent(origin, eventOf(number)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    }
    await arrived;
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
    expect(receivedIds()).toEqual(numbers.map((number) => `evt-${number}`));
  });
});

describe('a start', () => {
  it('ends with the reason where the mappings describe no events', async () => {
    const environment = eventSettings('', folder.path('none.db'), receiver.origin);
    const { code, stderr } = await runHere(['serve'], { cwd: folder.path('.'), environment });
    expect([code, stderr]).toEqual([1, expect.stringContaining('the mappings describe no events')]);
  });
});

describe('a gateway that is killed', () => {
  it('delivers afterwards what it has taken', async () => {
    const away = await startUpstream(answering(503, ''));
    const environment = eventSettings(folder.path('mappings'), folder.path('killed.db'), away.origin);
    const { run, gateway: origin } = await serveCli([], { cwd: folder.path('.'), environment });
    for (const number of [1, 2]) expect((await postEvent(origin, eventOf(number))).status).toBe(202);
    run.child.kill('SIGKILL');
    await run.ended;
    const arrived = new Promise<void>((resolve) => {
      away.play({
        request: (seen, socket) => {
          answering(200, '').request?.(seen, socket);
          if (seen.body.includes('evt-2')) resolve();
        },
      });
    });
    away.forget();
    await startWhole(environment);
    await arrived;
    expect(away.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      shownEvent(1),
      shownEvent(2),
    ]);
  });
});

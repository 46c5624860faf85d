import { readFileSync, writeFileSync } from 'node:fs';
import type { NoticeRows } from '../../../src/store/noticeRows.js';
import type { AlarmCondition } from '../../../src/cutover/alarms.js';
import { createClosers } from '../../../src/runtime/closers.js';
import { openEventRelay } from '../../../src/runtime/stores/eventRelay.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import { pino } from 'pino';
import { configFrom } from '../../support/configFrom.ts';
import { createGameClock } from '../../support/gameClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, startUpstream } from '../../support/upstream.ts';
import { loadMappings } from '../../../src/mapping/compile/loadMappings.js';
import {
  eventOf,
  eventSettings,
  PRIVATE_TITLE,
  shownEvent,
  writeEventMappings,
} from '../../e2e/support/ticketEvents.ts';

const folder = temporaryFolder();

/** Opens a relay over a store; the alarms are kept by their source. */
function openRelay(
  notices: NoticeRows | undefined,
  receiver: string,
  more: Readonly<Record<string, string>> = {},
) {
  writeEventMappings(folder.path('mappings'));
  const mappings = loadMappings(folder.path('mappings'));
  if (!mappings.ok) throw new Error('the mappings have faults');
  const alarms = new Map<string, readonly AlarmCondition[]>();
  const clock = createGameClock(0);
  const closers = createClosers(() => undefined);
  const settings = eventSettings(folder.path('mappings'), folder.path('lifeboat.db'), receiver);
  const relay = openEventRelay(
    {
      config: configFrom({ ...settings, ...more }),
      mappings: mappings.value,
      notices,
      alarms: {
        addSource: () => undefined,
        replaceFindings: (source, findings) => void alarms.set(source, findings),
      },
      isLeader: () => true,
      logger: pino({ enabled: false }),
      clock,
    },
    closers,
  );
  return { relay, alarms, clock, close: closers.closeAll };
}

/** Opens a relay that works. */
function openWorking(...given: Parameters<typeof openRelay>) {
  const opened = openRelay(...given);
  if (!opened.relay.ok || opened.relay.value === undefined) throw new Error('there is no relay');
  return { ...opened, relay: opened.relay.value };
}

describe('the relay of events', () => {
  it('takes no event that the store does not take', async () => {
    const full = Object.assign(new Error('database or disk is full'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
    });
    const { relay, close } = openWorking(
      { exchange: () => Promise.reject(full), has: () => Promise.reject(full) },
      'http://127.0.0.1:9',
    );
    expect(await relay.intake.take(eventOf(1))).toEqual({
      code: 'eventUnkept',
      detail: 'store: SQLITE_FULL',
    });
    expect([...relay.counts()]).toEqual([]);
    await close();
  });

  it('gives up what was sealed with another secret, delivers what comes later, and tells it after a restart', async () => {
    const receiver = await startUpstream(answering(503, ''));
    const store = await openWholeStore(folder.path('sealed.db'));
    const former = openWorking(store.notices, receiver.origin);
    await former.relay.intake.take(eventOf(1));
    await former.clock.advance(1_000);
    await former.close();
    receiver.play(answering(200, ''));
    receiver.forget();
    const next = openWorking(store.notices, receiver.origin, { LIFEBOAT_EVENTS_SECRET: 'another secret' });
    await next.relay.intake.take(eventOf(2));
    await next.clock.advance(5_000);
    expect(receiver.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([shownEvent(2)]);
    expect(Object.fromEntries(next.relay.counts())).toEqual({ taken: 1, 'given up': 1, delivered: 1 });
    expect(next.alarms.get('event given up')).toHaveLength(1);
    expect(JSON.stringify([...next.alarms])).not.toContain(PRIVATE_TITLE);
    await next.close();
    const restarted = openWorking(store.notices, receiver.origin);
    await restarted.clock.advance(2_000);
    expect(restarted.alarms.get('event given up')).toHaveLength(1);
    await restarted.close();
    await store.close();
    await receiver.close();
  });

  it('goes by the rules of the mappings that are in force', async () => {
    const store = await openWholeStore(folder.path('reload.db'));
    const { relay, close } = openWorking(store.notices, 'http://127.0.0.1:9');
    const mappings = loadMappings(folder.path('mappings'));
    if (!mappings.ok) throw new Error('the mappings have faults');
    relay.use({ profile: mappings.value.profile, resources: [] });
    expect(await relay.intake.take(eventOf(1))).toMatchObject({ code: 'eventUnfit' });
    relay.use(mappings.value);
    expect(await relay.intake.take(eventOf(1))).toBeUndefined();
    await close();
    await store.close();
  });

  it('goes by the changed `events:` of the mappings, signatures too, and by the former ones without any', async () => {
    const receiver = await startUpstream(answering(200, ''));
    const store = await openWholeStore(folder.path('events.db'));
    const { relay, clock, close } = openWorking(store.notices, receiver.origin);
    const merged = eventOf(1, { type: 'ticket.merged' });
    expect(await relay.intake.take(merged)).toMatchObject({ code: 'eventUnfit' });
    const api = readFileSync(folder.path('mappings/api.yaml'), 'utf8');
    const mended = api
      .replace('ticket_closed: ticket.closed', 'ticket_closed: [ticket.closed, ticket.merged]')
      .replace('X-Hub-Signature', 'X-Other-Signature')
      .replace('X-Tickets', 'X-Other-Tickets');
    writeFileSync(folder.path('mappings/api.yaml'), mended);
    const mappings = loadMappings(folder.path('mappings'));
    if (!mappings.ok) throw new Error('the mappings have faults');
    relay.use(mappings.value);
    expect(relay.intake.signature.header).toBe('X-Other-Signature');
    expect(await relay.intake.take(merged)).toBeUndefined();
    relay.use({ ...mappings.value, profile: { ...mappings.value.profile, events: undefined } });
    expect(await relay.intake.take(eventOf(2, { type: 'ticket.merged' }))).toBeUndefined();
    await clock.advance(2_000);
    expect(receiver.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      shownEvent(1, 'ticket_closed'),
      shownEvent(2, 'ticket_closed'),
    ]);
    expect(receiver.requests[0]?.headers).toHaveProperty('x-other-tickets');
    await close();
    await store.close();
    await receiver.close();
  });

  it('is not opened without a store that survives the process', () => {
    expect(openRelay(undefined, 'http://127.0.0.1:9').relay).toMatchObject({
      ok: false,
      failure: expect.stringContaining('in memory no event survives') as string,
    });
  });
});

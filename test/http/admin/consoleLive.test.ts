import { get as httpGet, type IncomingMessage } from 'node:http';
import type { RunningServer } from '../../../src/http/server/startServer.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { realClock } from '../../support/realClock.ts';
import { openAdminPort } from './support/openAdminPort.ts';

let server: RunningServer;
let madeCount = 0;
let what = 'first';
/** Actions that wait for the clock, in order. */
const rounds: (() => void)[] = [];
let noteQuestion: () => void = () => undefined;

/** Reads a stream event by event. */
async function follow(lastSeen?: string) {
  const url = `${server.origin}/console/events?path=%2Ftokens`;
  const headers = lastSeen === undefined ? {} : { 'last-event-id': lastSeen };
  const response = await new Promise<IncomingMessage>((resolve) => httpGet(url, { headers }, resolve));
  const waiting: ((event: string) => void)[] = [];
  const events: string[] = [];
  let remainder = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const texts = (remainder + text).split('\n\n');
    remainder = texts.pop() ?? '';
    for (const piece of texts) (waiting.shift() ?? ((event) => events.push(event)))(piece);
  });
  const next = (): Promise<string> => {
    const event = events.shift();
    return event === undefined
      ? new Promise<string>((resolve) => waiting.push(resolve))
      : Promise.resolve(event);
  };
  // A browser that loses the stream comes back after a second.
  expect(await next()).toBe('retry: 1000');
  return {
    next,
    close: () => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      response.destroy();
      return closed;
    },
  };
}

/** Lets the next round begin, once it waits for the clock. */
async function round(): Promise<void> {
  while (rounds.length === 0) await new Promise<void>((resolve) => (noteQuestion = resolve));
  for (const go of rounds.splice(0)) go();
}

beforeAll(async () => {
  const list = () => {
    madeCount += 1;
    return [{ name: what, role: 'viewer', isSetting: false } as const];
  };
  const refused = () => ({ ok: false, failure: 'no tokens' }) as const;
  const tokens = { list, find: () => undefined, stands: () => false, add: refused, remove: refused };
  const consoleClock = {
    ...realClock,
    schedule: (_delay: number, action: () => void) => {
      rounds.push(action);
      noteQuestion();
      return () => undefined;
    },
  };
  server = await openAdminPort(await openTestCutover(), '', {
    openReads: true,
    parts: { tokens },
    consoleClock,
  });
});

afterAll(() => server.close(0));

describe('the stream of the console', () => {
  it('sends news since the page at once, then only changes, made once for all viewers', async () => {
    const entry = await follow();
    expect(await entry.next()).toContain('"name":"first"');
    const nextEntry = await follow();
    // What the first has got before may be older than the page on which the other stands.
    expect(await nextEntry.next()).toContain('"name":"first"');
    expect(madeCount).toBe(2);
    await round();
    expect(await entry.next()).toBe('event: same\ndata: ');
    expect(await nextEntry.next()).toBe('event: same\ndata: ');
    expect(madeCount).toBe(3);
    what = 'second';
    await round();
    expect(await entry.next()).toContain('"name":"second"');
    expect(await nextEntry.next()).toContain('"name":"second"');
    expect(madeCount).toBe(4);

    await entry.close();
    await nextEntry.close();
  });

  it('makes nothing without a viewer', async () => {
    // The server learns a little later that both have left; then it stops by itself.
    while (rounds.length > 0) {
      for (const go of rounds.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const countBefore = madeCount;
    await new Promise((resolve) => setImmediate(resolve));
    expect([madeCount, rounds]).toEqual([countBefore, []]);
  });

  it('repeats nothing for a browser that reconnects', async () => {
    const entry = await follow();
    const id = /^id: (.*)$/m.exec(await entry.next())?.[1] ?? '';
    const back = await follow(id);
    expect(await back.next()).toBe('event: same\ndata: ');
    await entry.close();
    await back.close();
  });
});

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import {
  createAdmissionControl,
  createLagGuard,
  createLoadShedder,
  RETRY_SOON,
} from '../../../src/http/server/admission.js';
import { problemAnswer } from '../../../src/gateway/problems.js';
import { NO_REQUEST_ID } from '../../../src/mapping/profile/errorStyle.js';
import { realClock } from '../../support/realClock.ts';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import { type EdgeUnderTest, startEdge } from '../../support/edgeUnderTest.ts';
import { ask, requestText, talk } from '../../support/talk.ts';

/** A admission, and what has become of those who came, by name. */
function admissionTo({ busy = () => false }: { readonly busy?: () => boolean } = {}) {
  const worked: string[] = [];
  const refused: string[] = [];
  const names = new WeakMap<Request, string>();
  const shed = (request: Request) => refused.push(names.get(request) ?? '');
  const admission = createAdmissionControl({
    clock: realClock,
    busy,
    shed,
    pace: (refuse) => refuse(),
  });
  const come = (name: string, key = 'a'): Socket => {
    const request = new IncomingMessage(new Socket()) as Request;
    request.headers.authorization = `Bearer ${key}`;
    names.set(request, name);
    void admission.admit(request, new ServerResponse(request) as Response, () => worked.push(name));
    return request.socket;
  };
  const comeMany = (count: number, key = 'a'): void => {
    for (let number = 1; number <= count; number += 1) come(`${key}${number}`, key);
  };
  return { ...admission, worked, refused, come, comeMany };
}

describe('admission', () => {
  it('admits a request at once if none is before it', async () => {
    const { worked, come } = admissionTo();
    come('one');
    expect(worked).toEqual(['one']);
    await turn();
    come('two');
    expect(worked).toEqual(['one', 'two']);
  });

  it('admits a few of many simultaneous requests in each turn of the event loop, so that turns stay short', async () => {
    const { worked, comeMany } = admissionTo();
    comeMany(40);
    expect(worked).toEqual(['a1']);
    await turn();
    expect(worked).toHaveLength(17);
    await turn();
    expect(worked).toHaveLength(33);
    await turn();
    expect(worked).toEqual(Array.from({ length: 40 }, (_, index) => `a${index + 1}`));
  });

  it('sheds requests beyond its room at once, and works on all others', async () => {
    const { worked, refused, comeMany } = admissionTo();
    comeMany(300);
    expect(refused).toHaveLength(300 - 1 - 256);
    while (worked.length < 257) await turn();
    await turn();
    expect(worked).toHaveLength(257);
    expect(refused).toHaveLength(43);
  });

  it('delays waiting requests while new clients arrive, but not for ever, and admits fewer', async () => {
    const { worked, comeMany, connected } = admissionTo();
    comeMany(10);
    for (let turns = 1; turns < 4; turns += 1) {
      connected();
      await turn();
      expect(worked).toHaveLength(1);
    }
    connected();
    await turn();
    expect(worked).toHaveLength(5);
    await turn();
    expect(worked).toHaveLength(10);
  });

  it('admits more during a turn with much shedding, so that admitted requests keep their share of it', async () => {
    const { worked, comeMany } = admissionTo();
    comeMany(1 + 256 + 160);
    await turn();
    expect(worked).toHaveLength(1 + 160 / 8);
    await turn();
    expect(worked).toHaveLength(21 + 16);
  });

  it('admits keys by turns, and gives a newcomer its share of a full queue', async () => {
    const { worked, refused, come, comeMany } = admissionTo();
    comeMany(257, 'greedy');
    come('modest', 'modest');
    expect(refused).toEqual(['greedy257']);
    await turn();
    expect(worked).toContain('modest');
  });

  it('admits nothing while the event loop is late, not even waiting requests', async () => {
    let isBusy = false;
    const { worked, refused, come, comeMany } = admissionTo({ busy: () => isBusy });
    comeMany(100);
    isBusy = true;
    await turn();
    expect([worked.length, refused.length]).toEqual([1, 99]);
    come('late');
    expect(refused).toContain('late');
    isBusy = false;
    await turn();
    come('later');
    expect(worked).toContain('later');
  });

  it('does nothing for a request whose connection has ended while it waited', async () => {
    const { worked, refused, come } = admissionTo();
    come('one');
    come('gone').destroy();
    await turn();
    expect(worked).toEqual(['one']);
    expect(refused).toEqual(['gone']);
  });

  it('reads from an answered connection while few wait, and otherwise only at its turn', async () => {
    const { worked, comeMany, noteAnswered: answered, load } = admissionTo();
    const [early, late, next] = [new Socket(), new Socket(), new Socket()];
    comeMany(1 + 63);
    answered(early);
    expect(early.isPaused()).toBe(false);
    comeMany(17);
    answered(late);
    answered(next);
    expect([late.isPaused(), next.isPaused(), load().waiting]).toEqual([true, true, 63 + 17 + 2]);
    await turn();
    expect([worked.length, late.isPaused(), next.isPaused()]).toEqual([17, true, true]);
    await turn();
    expect([worked.length, late.isPaused(), next.isPaused()]).toEqual([33, false, false]);
  });

  it('reads from all connections before they are closed, and pauses none after that', () => {
    const { comeMany, noteAnswered: answered, resumeAll: closing } = admissionTo();
    const [previousSocket, nextSocket] = [new Socket(), new Socket()];
    comeMany(100);
    answered(previousSocket);
    closing();
    answered(nextSocket);
    expect([previousSocket.isPaused(), nextSocket.isPaused()]).toEqual([false, false]);
  });
});

const v1Headers = { deprecation: '@1764460800', link: '</guide>; rel="deprecation"' };
const keptEntry = { Connection: 'keep-alive' };

let edge: EdgeUnderTest | undefined;

afterEach(() => edge?.close());

/** An edge whose admission sheds every request, and the numbers that are reported of that. */
async function closed(refusal = problemAnswer('overloaded', '', RETRY_SOON)) {
  const clock = fakeClock();
  const pace = (refuse: () => void) => refuse();
  const counted: (readonly [string, number])[] = [];
  const onShed = (method: string, count: number) => void counted.push([method, count]);
  const { shed, stop } = createLoadShedder({ clock, v1Headers, pace, onShed, refusal });
  const nothing = () => undefined;
  const load = () => ({ active: 0, waiting: 0 });
  const admission = {
    admit: shed,
    pace,
    connected: nothing,
    noteAnswered: nothing,
    resumeAll: nothing,
    load,
  };
  edge = await startEdge({ admission });
  return { ...edge, clock, counted, stop };
}

describe('a shed request', () => {
  it('is refused in the shape of v1, with the time for a retry', async () => {
    const { origin, handled, v1, v2 } = await closed();
    const write = { method: 'PATCH', path: '/v1/things/1', body: '{"a":1}' };
    const { status, headers, body } = await ask(origin, write);
    expect([status, body]).toEqual([503, '{"message":"The service is busy. Try again later."}']);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...v1Headers,
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await ask(origin, { path: '/v2/things' })).headers).not.toHaveProperty('deprecation');
    expect([handled.length, v1.requests.length, v2.requests.length]).toEqual([0, 0, 0]);
  });

  it('has its own id where a pair of APIs writes one in the body', async () => {
    const refusal = { ...problemAnswer('overloaded', ''), body: `{"trace":"${NO_REQUEST_ID}"}` };
    const { origin } = await closed(refusal);
    const { headers, body } = await ask(origin, { path: '/v1/things' });
    expect(JSON.parse(body)).toEqual({ trace: headers['x-request-id'] });
  });

  it('keeps its connection, whatever it still sends', async () => {
    const { origin } = await closed();
    const body = 'x'.repeat(300_000);
    const requests = [
      { method: 'POST', path: '/v1/things', body, headers: keptEntry },
      { method: 'HEAD', path: '/v1/things', headers: keptEntry },
      { path: '/v1/things' },
    ];
    const { wire } = await talk(origin, requests.map(requestText).join(''));
    expect(wire.match(/HTTP\/1\.1 503/g)).toHaveLength(3);
    expect(wire.match(/"message"/g)).toHaveLength(2);
  });

  it('is counted by method, and reported about once a second', async () => {
    const { origin, clock, counted, stop } = await closed();
    for (const method of ['GET', 'PATCH', 'GET', 'PROPFIND']) await ask(origin, { method, path: '/' });
    expect(counted).toEqual([]);
    clock.advance(1_000);
    expect(counted).toEqual([
      ['GET', 2],
      ['PATCH', 1],
      ['other', 1],
    ]);
    await ask(origin, { path: '/' });
    stop();
    expect(counted.slice(3)).toEqual([['GET', 1]]);
    expect(clock.pending()).toBe(0);
  });
});

describe('the guard of the event loop', () => {
  it('is calm while timers fire in time', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    for (let round = 0; round < 20; round += 1) clock.advance(100);
    expect([guard.lag(), guard.isBusy()]).toEqual([0, false]);
    guard.stop();
    expect(clock.pending()).toBe(0);
  });

  it('is calm after a halt of its process, however long', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    clock.advance(3_600_000);
    expect(guard.isBusy()).toBe(false);
    guard.stop();
  });

  it('is busy while timers keep firing late, not after a single late one, and calm again once they fire in time', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    clock.advance(1_100);
    expect(guard.isBusy()).toBe(false);
    for (let round = 0; round < 5; round += 1) clock.advance(1_100);
    expect(guard.isBusy()).toBe(true);
    for (let round = 0; round < 10; round += 1) clock.advance(100);
    expect(guard.isBusy()).toBe(false);
    guard.stop();
  });
});

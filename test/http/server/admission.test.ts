import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { createAdmissionControl } from '../../../src/http/server/admission';
import { realClock } from '../../support/realClock';

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
    const { worked, comeMany, answered, load } = admissionTo();
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
    const { comeMany, answered, closing } = admissionTo();
    const [previousSocket, nextSocket] = [new Socket(), new Socket()];
    comeMany(100);
    answered(previousSocket);
    closing();
    answered(nextSocket);
    expect([previousSocket.isPaused(), nextSocket.isPaused()]).toEqual([false, false]);
  });
});

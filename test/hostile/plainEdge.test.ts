import net from 'node:net';
import { type StartedGateway, startGateway } from '../support/startGateway';
import { repetitions } from '../support/repetitions';
import { requestText } from '../support/talk';
import { reply, startUpstream } from '../support/upstream';
import { createDice } from './dice';
import { exchangeBytes } from './exchangeBytes';
import { honest } from './honest';
import { mutate } from './mutate';
import { openLane } from './openLane';
import { seeds } from './seeds';
import { smugglings } from './smugglings';

const LANES = 32;
const BROKEN = repetitions(1_200, 2_400);

/** The shape of an answer: without what differs each time. */
const shapeOf = (received: string): string =>
  received.replace(/^(date|x-request-id): [^\r]*/gim, (_, name: string) => name);

/** Each on a path of v1, which the edge reads itself when it is plain. */
const ofV1 = smugglings().map((text) => text.replaceAll('/v2/x', '/v1/currency-offers/7001'));

const before = requestText({
  path: '/v1/currency-offers/7001',
  headers: { Authorization: 'Bearer key-1', Connection: 'keep-alive' },
});

/** A request in two packets, and behind another one on its connection. */
const inPackets = seeds.flatMap((text): string[][] => {
  const halves = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  return [halves, [before, text], [before, ...halves]];
});

describe('an edge that reads plain requests itself', () => {
  it('answers byte for byte, and asks the upstream as often, as one of which Node reads all requests', async () => {
    const broken = Array.from({ length: BROKEN }, (_, seed) => mutate(seeds, createDice(seed + 1)));
    const sent = [...inPackets, ...[...seeds, ...ofV1, ...broken].map((text) => [text])].values();
    const different: unknown[] = [];
    let plain = 0;
    const lane = async (): Promise<void> => {
      const [own, node] = await Promise.all([openLane(), openLane(true)]);
      for (const packets of sent) {
        const [one, other] = await Promise.all([own.attempt(...packets), node.attempt(...packets)]);
        if (shapeOf(one.received) !== shapeOf(other.received)) different.push([one, other]);
      }
      plain += own.plain();
      expect(node.plain()).toBe(0);
      expect(await own.close()).toBe(await node.close());
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(different).toEqual([]);
    expect(plain).toBeGreaterThan(BROKEN / 20);
  });

  describe('while a request waits for v2', () => {
    const large = `0123456789,`.repeat(30_000);
    let release = (): void => undefined;
    let gateway: StartedGateway;

    it('hands on a large body that comes behind it as it was sent', async () => {
      const released = new Promise<void>((resolve) => (release = resolve));
      const upstream = await startUpstream({
        request: (request, socket) => {
          if (request.method === 'GET') void released.then(() => honest.request?.(request, socket));
          else socket.write(reply(200, '{}'));
        },
        head: ({ method }) => method === 'POST' && release(),
      });
      gateway = await startGateway({ v2: upstream.origin });
      const behind = requestText({ method: 'POST', path: '/v2/x', body: large });
      const received = await exchangeBytes(Number(new URL(gateway.origin).port), before, behind);
      expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
      expect(upstream.requests.map(({ body }) => body).sort()).toEqual(['', large]);
      expect(gateway.plain()).toBe(1);
      await gateway.close();
      await upstream.close();
    });

    it('notices that its client has disconnected, whatever that has sent behind it', async () => {
      let asked: () => void;
      let ended: () => void;
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      const isEnded = new Promise<void>((resolve) => (ended = resolve));
      const upstream = await startUpstream({
        connected: (socket) => void socket.on('close', () => ended()),
        request: () => asked(),
      });
      gateway = await startGateway({ v2: upstream.origin });
      const socket = net.connect(Number(new URL(gateway.origin).port), '127.0.0.1');
      socket.on('error', () => undefined).write(before);
      await isAsked;
      await new Promise((resolve) => socket.write(before.repeat(100), resolve));
      socket.resetAndDestroy();
      await isEnded;
      await gateway.close();
      await upstream.close();
    });
  });
});

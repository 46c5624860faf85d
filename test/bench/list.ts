import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { inParallel } from '../../src/gateway/lists/readRange';
import { sampleOffer } from '../support/sampleOffer';
import { startGateway } from '../support/startGateway';
import { type BenchOptions, roundsOf } from './benchOptions';

const PAGES = 20;
const SIZE = 50;
/** Pages that the gateway reads at the same time. */
const WIDTH = 4;
/** Milliseconds from a request to its answer: in one house, in one country, across an ocean. */
const DISTANCES = [0, 20, 50, 100];

function pageText(page: number): string {
  const data = Array.from({ length: SIZE }, (_, place) => ({
    ...sampleOffer,
    id: (page - 1) * SIZE + place + 1,
    description: 'Delivered in the game, face to face. '.repeat(20),
  }));
  const meta = { current_page: page, last_page: PAGES, per_page: SIZE, total: PAGES * SIZE };
  return JSON.stringify({ data, meta });
}

/** An upstream that answers pages made beforehand, after a time. */
async function startPages(distance: number) {
  const texts = Array.from({ length: PAGES }, (_, index) => pageText(index + 1));
  const server = createServer((incoming, response) => {
    const page = Number(/[?&]page=(\d+)/.exec(incoming.url ?? '')?.[1] ?? 1);
    const answer = () => response.end(texts[page - 1]);
    response.setHeader('content-type', 'application/json');
    if (distance === 0) answer();
    else void wait(distance).then(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? NaN;

/** Median milliseconds of each action, taken in turns after a warm-up. */
async function inTurns(
  actions: readonly (() => Promise<unknown>)[],
  rounds: number,
): Promise<readonly number[]> {
  const times = actions.map((): number[] => []);
  for (let round = -2; round < rounds; round += 1) {
    for (const [place, action] of actions.entries()) {
      const began = performance.now();
      await action();
      if (round >= 0) times[place]?.push(performance.now() - began);
    }
  }
  return times.map(median);
}

/** Prints how long a v1 page of 1,000 offers takes next to the twenty reads it is made of, four at a time. */
export async function list(write: (line: string) => void, options: BenchOptions): Promise<void> {
  for (const distance of DISTANCES) {
    const upstream = await startPages(distance);
    const gateway = await startGateway({ v2: upstream.origin });
    const dispatcher = new Agent({ connections: WIDTH });
    const headers = { authorization: 'Bearer key-1' };
    const read = async (url: string) => (await request(url, { dispatcher, headers })).body.arrayBuffer();
    const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
    const v2 = `${upstream.origin}/v2/currency-offers?per_page=${SIZE}`;
    const whole = () => read(`${gateway.origin}/v1/currency-offers?per_page=1000`);
    const parts = () => inParallel(numbers, WIDTH, (page) => read(`${v2}&page=${page}`));
    const [page = NaN, reads = NaN] = await inTurns([whole, parts], 4 * roundsOf(options));
    const [one, other, ratio] = [page.toFixed(0), reads.toFixed(0), (page / reads).toFixed(2)];
    write(
      `v2 ${distance} ms away: a page of 1,000 offers ${one} ms, its 20 reads alone ${other} ms: ${ratio}`,
    );
    await dispatcher.close();
    await gateway.close();
    upstream.close();
  }
}

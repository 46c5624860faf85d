import { Agent, request } from 'node:http';
import { scenes } from '../support/rehearsedUpstream';
import { startGateway } from '../support/startGateway';
import { reply, startUpstream } from '../support/upstream';
import type { BenchOptions } from './benchOptions';
import { collectedHeap } from './collectedHeap';

const REQUESTS = 100_000;
const CLIENTS = 32;

async function send(origin: string, agent: Agent, count: number): Promise<void> {
  let left = count;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: 'Bearer key-1' };
      request(`${origin}/v1/currency-offers/4711`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
        response.resume();
        response.once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  const client = async (): Promise<void> => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Prints what is left in the heap of the whole process (gateway, upstream, clients) after so many requests. */
export async function heap(write: (line: string) => void, { runs = REQUESTS }: BenchOptions): Promise<void> {
  const good = scenes.find(({ call }) => call === 'write')?.good ?? '';
  const upstream = await startUpstream({
    request: (_seen, socket) => {
      upstream.forget();
      socket.write(reply(200, good));
    },
  });
  const gateway = await startGateway({ v2: upstream.origin });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  await send(gateway.origin, agent, runs / 10);
  const before = collectedHeap();
  await send(gateway.origin, agent, runs);
  const after = collectedHeap();
  const grown = ((after / before - 1) * 100).toFixed(1);
  write(`heap after ${runs} requests, collected: ${after} bytes, before ${before}: ${grown}%`);
  agent.destroy();
  await gateway.close();
  await upstream.close();
}

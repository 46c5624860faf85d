import { goodOf } from '../hostile/goodOf';
import { startGateway } from '../support/startGateway';
import { ask } from '../support/talk';
import { reply, startUpstream, type ScriptedUpstream } from '../support/upstream';
import type { BenchOptions } from './benchOptions';

const TRIES = 1_000;

/** Ways in which something unasked can come on a kept connection. */
const ways = ['at once', 'a moment later', 'while the gateway is busy'] as const;

const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

/** Answers each request with its number, and says something else that nobody asked for. */
function playUnasked(upstream: ScriptedUpstream, number: number, good: (text: string) => string): void {
  const unasked = reply(200, good('unasked'));
  upstream.play({
    request: (_seen, socket) => {
      const own = reply(200, good(`own ${number}`));
      const way = ways[number % ways.length];
      if (way === 'at once') {
        socket.write(own + unasked);
        return;
      }
      socket.write(own);
      setImmediate(() => {
        socket.write(unasked);
        if (way === 'while the gateway is busy') busyFor(5);
      });
    },
  });
}

/** Prints how often a client got what was not the answer to its own request. */
export async function mixup(write: (line: string) => void, { runs = TRIES }: BenchOptions): Promise<void> {
  const upstream = await startUpstream();
  const gateway = await startGateway({ v2: upstream.origin });
  const good = (text: string) => goodOf('write').replace(/"description":"[^"]*"/, `"description":"${text}"`);
  const headers = { authorization: 'Bearer key-1' };
  for (const path of ['/v1/currency-offers/4711', '/v2/currency-offers/4711']) {
    const found = { own: 0, refused: 0, another: 0 };
    for (let number = 0; number < runs; number += 1) {
      playUnasked(upstream, number, good);
      const { status, body } = await ask(gateway.origin, { path, headers });
      if (status !== 200) found.refused += 1;
      else if (body.includes(`"own ${number}"`)) found.own += 1;
      else found.another += 1;
    }
    const { own, refused, another } = found;
    write(`GET ${path}, ${runs} tries: another's answer ${another}, the own one ${own}, refused ${refused}`);
  }
  await gateway.close();
  await upstream.close();
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'undici';
import { pageScene, scenes } from '../support/rehearsedUpstream';
import { startGateway, type StartedGateway } from '../support/startGateway';
import type { Asked } from '../support/talk';
import type { BenchOptions } from './benchOptions';

const TRIES = 50_000;
const CLIENTS = [1, 8, 50] as const;

const [read, write] = ['read', 'write'].map((call) => scenes.find((scene) => scene.call === call)?.request);
if (read === undefined || write === undefined) throw new Error('there is no such scene');
const offer = { path: write.path };

/** Requests, each through the gateway without a v1, which translates, or the one that hands all of `/v1` over to it. */
const ways: Readonly<Record<string, { readonly asked: Asked; readonly by: 'v2' | 'v1' }>> = {
  'GET, translated': { asked: offer, by: 'v2' },
  'list, translated': { asked: pageScene.request, by: 'v2' },
  'PATCH, translated': { asked: write, by: 'v2' },
  'GET, passed to v2': { asked: { path: offer.path.replace('/v1', '/v2') }, by: 'v2' },
  'PATCH, passed to v2': { asked: { ...write, path: offer.path.replace('/v1', '/v2') }, by: 'v2' },
  'GET, passed to v1': { asked: offer, by: 'v1' },
  'list, passed to v1': { asked: pageScene.request, by: 'v1' },
  'PATCH, passed to v1': { asked: write, by: 'v1' },
};

interface Found {
  own: number;
  refused: number;
  /** Another key's answer. */
  foreign: number;
  /** The answer to an earlier request of the same key. */
  stale: number;
}

/** One client with a key of its own, which asks one thing after the other. */
async function askOn(
  origin: string,
  { method = 'GET', path, body }: Asked,
  key: string,
  times: number,
  found: Found,
) {
  const client = new Client(origin);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let latest = 0;
  for (let time = 0; time < times; time += 1) {
    const request = { method: method as 'GET', path, headers, ...(body === undefined ? {} : { body }) };
    const answer = await client.request(request);
    const text = await answer.body.text();
    const marks = [...text.matchAll(/<Bearer ([^|]*)\|(\d+)>/g)];
    const [[, , number = '0'] = []] = marks;
    if (answer.statusCode !== 200) found.refused += 1;
    else if (marks.length === 0 || marks.some(([, of]) => of !== key)) found.foreign += 1;
    else if (Number(number) <= latest) found.stale += 1;
    else {
      found.own += 1;
      latest = Number(number);
    }
  }
  await client.close();
}

async function startTwiceSayer(): Promise<{ readonly origin: string; readonly child: ChildProcess }> {
  const child = fork(join(__dirname, 'mixupUpstream.ts'));
  const [origin] = (await once(child, 'message')) as [string];
  return { origin, child };
}

/**
 * Prints how often a client got what was not the answer to its own request, from upstreams that say 5% of their answers
 * once more 0 to 3 ms later.
 */
export async function mixup(print: (line: string) => void, { runs = TRIES }: BenchOptions): Promise<void> {
  const upstream = await startTwiceSayer();
  const { origin } = upstream;
  // The sunset is far away, whenever this runs.
  const gateways: Readonly<Record<'v1' | 'v2', StartedGateway>> = {
    v2: await startGateway({ v2: origin }),
    v1: await startGateway({ v2: origin, v1: origin }),
  };
  let keys = 0;
  const combinations = Object.entries(ways).flatMap(([name, way]) =>
    CLIENTS.map((clients) => ({ name, clients, ...way })),
  );
  const each = Math.ceil(runs / combinations.length);
  const all = { own: 0, refused: 0, foreign: 0, stale: 0 };
  const show = (name: string, { own, refused, foreign, stale }: Found): void =>
    print(
      `${name}: another key's answer ${foreign}, an earlier one ${stale}, the own one ${own}, refused ${refused}`,
    );
  for (const { name, clients, asked, by } of combinations) {
    const found = { own: 0, refused: 0, foreign: 0, stale: 0 };
    await Promise.all(
      Array.from({ length: clients }, () =>
        askOn(gateways[by].origin, asked, `key-${(keys += 1)}`, Math.ceil(each / clients), found),
      ),
    );
    show(`${name}, ${clients} clients`, found);
    for (const kind of ['own', 'refused', 'foreign', 'stale'] as const) all[kind] += found[kind];
  }
  show(`all ${runs}`, all);
  await Promise.all([gateways.v1.close(), gateways.v2.close()]);
  upstream.child.kill();
}

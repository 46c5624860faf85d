import { Pool } from 'undici';
import { reply, startUpstream } from '../support/upstream.ts';
import type { BenchOptions } from './benchOptions.ts';
import { headersOf } from './load/load.ts';
import { usageOf } from './machine/usageOf.ts';
import { startLifeboat } from './peers/startLifeboat.ts';
import { accountOffer, ofSize } from './stub/documents.ts';
import { offers, v1Calls } from './stub/calls.ts';
import { listPage } from './stub/writeStubFiles.ts';

const TURNS = 40;
const REQUESTS_A_TURN = 1_000;
const WARM_UP_TURNS = 4;
const CONNECTIONS = 8;

/**
 * `npm run bench -- processorTime --against FOLDER`: compares the processor time of a GET by login in this checkout and
 * another, both built, in short turns. It needs no quiet machine: neighbouring turns have the same neighbours.
 */
export async function processorTime(
  write: (line: string) => void,
  { against, runs = TURNS }: BenchOptions,
): Promise<void> {
  if (against === undefined) throw new Error('--against FOLDER names the checkout to compare with');
  const { account, login } = offers.small;
  const offer = ofSize((filler) => accountOffer(account, login, filler), 'small');
  const bodies = { list: JSON.stringify(listPage([offer], 1, 1)), one: JSON.stringify({ data: offer }) };
  const v2 = await startUpstream({
    request: ({ path }, socket) => socket.write(reply(200, path.includes('?') ? bodies.list : bodies.one)),
  });
  const start = (checkout: string) => startLifeboat({ checkout, v2: v2.origin });
  const [there, here] = [await start(against), await start('.')];
  const call = v1Calls.byLogin(offers.small);
  const { method, path } = call;
  const pools = new Map(
    [there, here].map((gateway) => [gateway, new Pool(gateway.origin, { connections: CONNECTIONS })]),
  );
  const play = async (gateway: typeof here): Promise<number> => {
    const before = usageOf(gateway.pid).cpuMicroseconds;
    for (let sent = 0; sent < REQUESTS_A_TURN; sent += CONNECTIONS)
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          const answer = await pools.get(gateway)?.request({ method, path, headers: headersOf(call) });
          await answer?.body.dump();
          if (answer?.statusCode !== 200) throw new Error(`answered ${answer?.statusCode}`);
        }),
      );
    return usageOf(gateway.pid).cpuMicroseconds - before;
  };
  const ratios: number[] = [];
  for (let turn = -WARM_UP_TURNS; turn < runs; turn += 1) {
    const first = turn % 2 === 0 ? await play(here) : undefined;
    const ofThere = await play(there);
    const ofHere = first ?? (await play(here));
    if (turn >= 0) ratios.push(ofHere / ofThere);
  }
  const sorted = ratios.toSorted((ratio1, ratio2) => ratio1 - ratio2);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(3);
  write(
    `this checkout / ${against}: median ${at(0.5)}, quartiles ${at(0.25)} and ${at(0.75)}, ${runs} turns`,
  );
  for (const pool of pools.values()) await pool.close();
  for (const { stop } of [there, here, v2].map((each) => ('stop' in each ? each : { stop: each.close })))
    await stop();
}

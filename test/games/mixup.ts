import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Got, playMixup } from '../hostile/playMixup.ts';
import type { BenchOptions } from '../bench/benchOptions.ts';

const TRIES = 50_000;

/**
 * Prints how often a caller got what was not the answer to its own request, from an upstream that says every fifth answer
 * badly: split, twice, with late bytes, garbled, cut or reset.
 */
export async function mixup(
  print: (line: string) => void,
  { runs = TRIES, seed }: BenchOptions,
): Promise<void> {
  const upstream = fork(join(import.meta.dirname, 'mixupUpstream.ts'), [String(seed)]);
  const [origin] = (await once(upstream, 'message')) as [string];
  const show = (name: string, { own: ownCount, refused, foreign, stale }: Got): void =>
    print(
      `${name}: another key's answer ${foreign}, an earlier one ${stale}, the own one ${ownCount}, refused ${refused}`,
    );
  show(`all ${runs}`, await playMixup(origin, runs, show));
  upstream.kill();
}

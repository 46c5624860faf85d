import { parseArgs } from 'node:util';
import type { BenchOptions } from './benchOptions';
import { drain } from './drain';
import { fuzz } from './fuzz';
import { heap } from './heap';
import { restart } from './restart';
import { sandbox } from './sandbox';
import { statistics } from './statistics';
import { translation } from './translation';
import { writes } from './writes';

type Bench = (write: (line: string) => void, options: BenchOptions) => void | Promise<void>;

const benches: Readonly<Record<string, Bench>> = {
  drain,
  fuzz,
  heap,
  restart,
  sandbox,
  statistics,
  translation,
  writes,
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run bench -- <name> [--runs N] [--seed N]`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const [name = ''] = positionals;
  const bench = benches[name];
  const runs = values.runs === undefined ? {} : { runs: Number(values.runs) };
  if (bench !== undefined) return bench(write, { ...runs, seed: Number(values.seed) });
  process.stderr.write(`name a bench: ${Object.keys(benches).join(', ')}\n`);
  process.exitCode = 2;
}

void main();

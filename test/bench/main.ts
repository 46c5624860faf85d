import { parseArgs } from 'node:util';
import type { BenchOptions } from './benchOptions';
import { drain } from './drain';
import { fuzz } from './fuzz';
import { heap } from './heap';
import { install } from './machine/install';
import { requests } from './requests';
import { restart } from './restart';
import { statistics } from './statistics';
import { translation } from './translation';
import { writes } from './writes';

/** Prints as it goes; what it returns is kept as JSON. */
type Bench = (write: (line: string) => void, options: BenchOptions) => unknown;

const benches: Readonly<Record<string, Bench>> = {
  drain,
  fuzz,
  heap,
  requests,
  restart,
  statistics,
  translation,
  writes,
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run bench -- <name> [--quick] [--beside FOLDER] [--runs N] [--seed N]`, or `npm run bench -- --install`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      beside: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.install) install();
  const [name = ''] = positionals;
  const bench = benches[name];
  const { quick, beside, runs, seed } = values;
  const options: BenchOptions = {
    quick,
    seed: Number(seed),
    ...(runs === undefined ? {} : { runs: Number(runs) }),
    ...(beside === undefined ? {} : { beside }),
  };
  if (bench !== undefined) {
    await bench(write, options);
    return;
  }
  process.stderr.write(`name a bench: ${Object.keys(benches).join(', ')}\n`);
  process.exitCode = 2;
}

void main();

import { parseArgs } from 'node:util';
import type { BenchOptions } from './benchOptions';
import { drain } from './drain';
import { fuzz } from './fuzz';
import { incidents } from './incidents';
import { killed } from './killed';
import { install } from './machine/install';
import { measureOn } from './machine/measuredNode';
import { mixup } from './mixup';
import { processes } from './processes';
import { requests } from './requests';
import { restart } from './restart';
import { slow } from './slow';
import { start } from './start';
import { storm } from './storm';
import { writes } from './writes';

/** Prints as it goes. */
type Bench = (write: (line: string) => void, options: BenchOptions) => unknown;

/** What can be measured; without a name: requests. */
const benches: Readonly<Record<string, Bench>> = {
  ...{ requests, start, storm, slow, mixup, fuzz, incidents },
  ...{ killed, drain, restart, writes, processes },
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run bench -- [NAME] [--quick] [--against FOLDER] [--runs N] [--seed N] [--node VERSION] [--install]`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      node: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.install) install();
  if (values.node !== undefined) measureOn(values.node);
  const [name = 'requests'] = positionals;
  const { quick, against, runs, seed } = values;
  const options: BenchOptions = {
    quick,
    seed: Number(seed),
    ...(runs === undefined ? {} : { runs: Number(runs) }),
    ...(against === undefined ? {} : { against }),
  };
  const bench = benches[name];
  if (bench !== undefined) {
    await bench(write, options);
    return;
  }
  process.stderr.write(`name a bench: ${Object.keys(benches).join(', ')}\n`);
  process.exitCode = 2;
}

void main();

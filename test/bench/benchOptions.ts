import { parseArgs } from 'node:util';
import { install } from './machine/install.ts';
import { measureOn } from './machine/measuredNode.ts';

/** Options of a bench or a game. */
export interface BenchOptions {
  /** Number of runs; of what runs in turns, the rounds. */
  readonly runs?: number;
  /** Seed of all that is drawn by chance. */
  readonly seed: number;
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Another checkout, built, to be measured next to this one. */
  readonly against?: string;
}

/** Prints as it goes. */
type Bench = (write: (line: string) => void, options: BenchOptions) => unknown;

/** Benches or games by their names. */
export type Benches = Readonly<Record<string, Bench>>;

const USAGE =
  '[NAME] [--quick] [--against FOLDER] [--runs N] [--seed N] [--node VERSION] [--install]; name one of';

/** Runs what the command line names, or prints how to name it. */
export async function runNamed(benches: Benches, standard?: string): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
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
  const bench = benches[positionals[0] ?? standard ?? ''];
  if (values.help || bench === undefined) {
    process.stdout.write(`${USAGE} ${Object.keys(benches).join(', ')}\n`);
    if (!values.help) process.exitCode = 2;
    return;
  }
  const { quick, against, runs, seed } = values;
  await bench((line) => void process.stdout.write(`${line}\n`), {
    quick,
    seed: Number(seed),
    ...(runs === undefined ? {} : { runs: Number(runs) }),
    ...(against === undefined ? {} : { against }),
  });
}

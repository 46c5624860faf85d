import { parseArgs } from 'node:util';
import type { BenchOptions } from './benchOptions';
import { blocking } from './blocking';
import { coldLookup } from './coldLookup';
import { comparison } from './comparison';
import { consolePages } from './console';
import { drain } from './drain';
import { fuzz } from './fuzz';
import { growth } from './growth';
import { hanging } from './hanging';
import { heap } from './heap';
import { idleClients } from './idleClients';
import { killed } from './killed';
import { killedWorkers } from './killedWorkers';
import { latency } from './latency';
import { list } from './list';
import { lists } from './lists';
import { incidents } from './incidents';
import { instances } from './instances';
import { install } from './machine/install';
import { measureOn } from './machine/measuredNode';
import { micro } from './micro';
import { members } from './members';
import { mixup } from './mixup';
import { noise } from './noise';
import { overload } from './overload';
import { processes } from './processes';
import { repetitions } from './repetitions';
import { requests } from './requests';
import { restart } from './restart';
import { sandbox } from './sandbox';
import { shadow } from './shadow';
import { slow } from './slow';
import { start } from './start';
import { statistics } from './statistics';
import { storm } from './storm';
import { translation } from './translation';
import { whole } from './whole';
import { writes } from './writes';

/** Prints as it goes. */
type Bench = (write: (line: string) => void, options: BenchOptions) => unknown;

/** Parts that can be measured alone; `whole` is what `npm run bench` runs, the others above the line are its parts. */
const benches: Readonly<Record<string, Bench>> = {
  whole,
  requests,
  latency,
  lists,
  list,
  'cold-lookup': coldLookup,
  'idle-clients': idleClients,
  shadow,
  growth,
  micro,

  blocking,
  comparison,
  console: consolePages,
  drain,
  fuzz,
  hanging,
  heap,
  incidents,
  instances,
  killed,
  'killed-workers': killedWorkers,
  members,
  mixup,
  noise,
  overload,
  processes,
  repetitions,
  restart,
  sandbox,
  slow,
  start,
  statistics,
  storm,
  translation,
  writes,
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run bench -- [NAME] [--quick] [--json FILE] [--against FOLDER] [--runs N] [--seed N] [--node VERSION] [--install]`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      json: { type: 'string' },
      node: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.install) install();
  if (values.node !== undefined) measureOn(values.node);
  const [name = 'whole'] = positionals;
  const bench = benches[name];
  const { quick, against, json, runs, seed } = values;
  const options: BenchOptions = {
    quick,
    seed: Number(seed),
    ...(runs === undefined ? {} : { runs: Number(runs) }),
    ...(against === undefined ? {} : { against }),
    ...(json === undefined ? {} : { json }),
  };
  if (bench !== undefined) {
    await bench(write, options);
    return;
  }
  process.stderr.write(`name a bench: ${Object.keys(benches).join(', ')}\n`);
  process.exitCode = 2;
}

void main();

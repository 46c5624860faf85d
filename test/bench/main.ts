import { statistics } from './statistics';
import { translation } from './translation';
import { writes } from './writes';

const benches: Readonly<Record<string, (write: (line: string) => void) => void | Promise<void>>> = {
  statistics,
  translation,
  writes,
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const [name = ''] = process.argv.slice(2);
const chosen = name === '' ? Object.values(benches) : [benches[name]];

async function main(): Promise<void> {
  for (const bench of chosen) {
    if (bench === undefined) {
      process.stderr.write(`no bench ${name}; there are: ${Object.keys(benches).join(', ')}\n`);
      process.exitCode = 2;
    } else await bench(write);
  }
}

void main();

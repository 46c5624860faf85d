import { statistics } from './statistics';
import { translation } from './translation';

const benches: Readonly<Record<string, (write: (line: string) => void) => void>> = {
  statistics,
  translation,
};

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const [name = ''] = process.argv.slice(2);
const chosen = name === '' ? Object.values(benches) : [benches[name]];

for (const bench of chosen) {
  if (bench === undefined) {
    process.stderr.write(`no bench ${name}; there are: ${Object.keys(benches).join(', ')}\n`);
    process.exitCode = 2;
  } else bench(write);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from '@stryker-mutator/api/core';
import { drawMutants, filesIn } from './sample.mjs';

/** `npm run mutate`: how many of a sample of small changes to the program are noticed by its tests. */

const ROOMS = ['gateway', 'cutover', 'http', 'mapping', 'comparison', 'shadow', 'store'];

/** Further folders whose tests are to notice what is changed in any room. */
const OTHERS = ['drift', 'faults', 'runtime'];

/** Time without a finished test file (ms) after which a change is taken for an endless loop. */
const SILENCE = 600_000;

/** Entries of the project that no test of the sample reads. */
const LEFT_OUT = new Set(['.git', 'dist', 'node_modules']);

/** Tests that start the compiled program, or read the sources as text. */
const isElsewhere = (file: string): boolean =>
  /builtProgram'|runCli'|'src', 'mapping'/.test(readFileSync(file, 'utf8'));

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '330' },
    seed: { type: 'string', default: '20251130' },
    workers: { type: 'string', default: '2' },
    /** One room, changed and held by its own tests only. */
    room: { type: 'string' },
  },
});

type Verdict = 'noticed' | 'endless' | 'survived';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  jest: Readonly<Record<string, unknown>>;
};

const running = new Set<ChildProcess>();

/** Runs tests in a copy of the project until the first fails; without `source` all of them. */
function runTests(copy: string, tests: readonly string[], source?: string): Promise<Verdict> {
  const testMatch = tests.map((file) => `<rootDir>/${file}`);
  // A file is related to a test only if it lies in the roots, too.
  const roots = ['<rootDir>/src', '<rootDir>/test'];
  const config = JSON.stringify({
    ...manifest.jest,
    rootDir: copy,
    roots,
    globalSetup: undefined,
    testMatch,
  });
  const related = source === undefined ? [] : ['--findRelatedTests', source];
  const options = ['--ci', '--bail', '--runInBand', '--silent', '--passWithNoTests', '--config', config];
  const child = spawn(process.execPath, [resolve('node_modules/jest/bin/jest.js'), ...options, ...related], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  return new Promise((done) => {
    let isEndless = false;
    let output = '';
    const silence = setTimeout(() => {
      isEndless = true;
      child.kill('SIGKILL');
    }, SILENCE);
    child.stderr.on('data', (text: Buffer) => {
      silence.refresh();
      if (source === undefined) output += text.toString();
    });
    child.on('close', (code) => {
      clearTimeout(silence);
      running.delete(child);
      if (code !== 0 && output !== '') console.error(output);
      done(isEndless ? 'endless' : code === 0 ? 'survived' : 'noticed');
    });
  });
}

/** Makes a copy of the project to change, with the packages of this one. */
function copyProject(index: number): string {
  const copy = resolve('dist/mutation', String(index));
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync('.')) {
    if (!LEFT_OUT.has(name)) cpSync(name, join(copy, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Offset in a text of a place that counts lines and columns from 0. */
const offsetOf = (text: string, { line, column }: Mutant['location']['start']): number =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, { length }) => sum + length + 1, column);

function changed(content: string, { location: { start, end }, replacement }: Mutant): string {
  return content.slice(0, offsetOf(content, start)) + replacement + content.slice(offsetOf(content, end));
}

const roomOf = (source: string): string => `test/${source.split('/')[1] ?? ''}/`;

/** Tests of the room of a source, those first that name it; the others are asked about what survives these. */
function nearTests(source: string, tests: readonly string[]): readonly (readonly string[])[] {
  const name = `/${basename(source, '.ts')}'`;
  const ofRoom = tests.filter((file) => file.startsWith(roomOf(source)));
  const named = ofRoom.filter((file) => readFileSync(file, 'utf8').includes(name));
  return [named, ofRoom.filter((file) => !named.includes(file))];
}

const farTests = (source: string, tests: readonly string[]): readonly (readonly string[])[] => [
  tests.filter((file) => !file.startsWith(roomOf(source))),
];

async function tryMutant(
  copy: string,
  mutant: Mutant,
  groups: ReturnType<typeof nearTests>,
): Promise<Verdict> {
  const source = relative('.', mutant.fileName);
  const place = join(copy, source);
  const content = readFileSync(source, 'utf8');
  writeFileSync(place, changed(content, mutant));
  try {
    for (const group of groups.filter(({ length }) => length > 0)) {
      const verdict = await runTests(copy, group, source);
      if (verdict !== 'survived') return verdict;
    }
    return 'survived';
  } finally {
    writeFileSync(place, content);
  }
}

/** Tries mutants in several copies at a time, and returns those that no test of the groups has noticed. */
async function tryAll(
  copies: readonly string[],
  mutants: readonly Mutant[],
  groupsOf: (source: string) => ReturnType<typeof nearTests>,
): Promise<readonly Mutant[]> {
  const left = [...mutants.entries()];
  const survivors: Mutant[] = [];
  const work = async (copy: string): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, mutant] = next;
      const { fileName, location, mutatorName, replacement } = mutant;
      const source = relative('.', fileName);
      const verdict = await tryMutant(copy, mutant, groupsOf(source));
      if (verdict === 'survived') survivors.push(mutant);
      const place = `${source}:${String(location.start.line + 1)}:${String(location.start.column + 1)}`;
      const change = `${mutatorName} -> ${replacement.replaceAll(/\s+/g, ' ').slice(0, 160)}`;
      console.log(`${String(index + 1)}/${String(mutants.length)} ${verdict}: ${place} ${change}`);
    }
  };
  await Promise.all(copies.map(work));
  return survivors;
}

async function main(): Promise<boolean> {
  const rooms = values.room === undefined ? ROOMS : [values.room];
  const folders = values.room === undefined ? [...ROOMS, ...OTHERS] : rooms;
  const tests = folders
    .flatMap((room) => filesIn(`test/${room}`, '.test.ts'))
    .filter((file) => !isElsewhere(file));
  const mutants = await drawMutants(rooms, values.seed, Number(values.count));
  rmSync('dist/mutation', { recursive: true, force: true });
  const copies = Array.from({ length: Number(values.workers) }, (_, index) => copyProject(index));
  const [first = ''] = copies;
  if ((await runTests(first, tests)) !== 'survived') {
    console.error('The tests fail without any change: nothing can be measured.');
    return false;
  }
  console.log('Asked first: the tests of the room.');
  const near = await tryAll(copies, mutants, (source) => nearTests(source, tests));
  if (near.length > 0) console.log('Asked about what survived: all other tests.');
  const survivors = await tryAll(copies, near, (source) => farTests(source, tests));
  const noticed = mutants.length - survivors.length;
  console.log(`${String(noticed)} of ${String(mutants.length)} noticed, seed ${values.seed}`);
  return noticed >= 0.9 * mutants.length;
}

process.once('SIGINT', () => {
  for (const child of running) child.kill('SIGKILL');
  process.exit(130);
});
process.exitCode = (await main()) ? 0 : 1;

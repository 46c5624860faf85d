import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { z } from 'zod';
import type { Source } from './sample.ts';

/** Entries of the project that no test of the sample reads. */
const LEFT_OUT = new Set(['.git', 'dist', 'node_modules']);

/** Folder with everything of a measurement. */
const FOLDER = resolve('dist/mutation');
const COPY = join(FOLDER, 'copy');
const SEQUENCER = join(FOLDER, 'inOrder.cjs');
const HITS = join(FOLDER, 'hits');

/** A test file takes less than so much (ms), and so many times what it took before any change; else it is endless. */
const START = 30_000;
const TIMES = 10;

const manifest = z
  .object({ jest: z.looseObject({}) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** The same in every run: what jest has compiled is found by it. */
const CONFIG = JSON.stringify({
  ...manifest.jest,
  rootDir: COPY,
  globalSetup: undefined,
});

/** Keeps the order of the command, which names those first that say something soon. */
const IN_ORDER = `module.exports = class {
  sort(tests) {
    const places = new Map(process.argv.map((path, place) => [path, place]));
    return tests.toSorted((one, other) => places.get(one.path) - places.get(other.path));
  }
  cacheResults() {}
};
`;

const running = new Set<ChildProcess>();

/** Ends a test run with all processes that it has started. */
function kill({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Ends the program and what it has started. */
export function stop(): void {
  for (const child of running) kill(child);
  process.exit(130);
}

/** Makes a copy of the project with other sources, and with the packages of this one. */
export function copyProject(sources: readonly Source[]): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of readdirSync('.')) {
    if (!LEFT_OUT.has(name)) cpSync(name, join(COPY, name), { recursive: true });
  }
  writeFileSync(SEQUENCER, IN_ORDER);
  symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'));
  for (const { name, content } of sources) writeFileSync(join(COPY, name), content);
  buildSync({
    absWorkingDir: COPY,
    entryPoints: ['src/**/*.ts', 'src/**/*.tsx'],
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
}

function startJest(tests: readonly string[], options: readonly string[], env: NodeJS.ProcessEnv) {
  const program = resolve('node_modules/jest/bin/jest.js');
  const sequence = ['--testSequencer', SEQUENCER];
  const always = ['--ci', '--silent', '--forceExit', ...sequence, '--config', CONFIG, '--runTestsByPath'];
  const paths = tests.map((file) => join(COPY, file));
  const child = spawn(process.execPath, [program, ...options, ...always, ...paths], {
    cwd: COPY,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Behaviour of a test file before any change: how long it takes (ms), and the ids of the mutants it comes by. */
export interface Reach {
  readonly took: number;
  readonly ids: readonly string[];
}

/** Runs a test file without a change, in a process of its own; undefined if it fails, and what it said is shown. */
async function reachOf(file: string): Promise<Reach | undefined> {
  const place = join(HITS, join(COPY, file).replaceAll('/', '+'));
  writeFileSync(place, '');
  // A test may do its work as another user.
  chmodSync(place, 0o666);
  const started = performance.now();
  const child = startJest([file], ['--runInBand'], { HITS });
  let message = '';
  child.stderr.on('data', (text: Buffer) => (message += text.toString()));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) console.error(message);
  const ids = readFileSync(place, 'utf8').trim().split('\n');
  return code === 0 ? { took: performance.now() - started, ids } : undefined;
}

/** Runs test files without a change, so many at once. Those that fail are missing in the answer. */
export async function measureReach(
  tests: readonly string[],
  workers: number,
): Promise<ReadonlyMap<string, Reach>> {
  rmSync(HITS, { recursive: true, force: true });
  mkdirSync(HITS, { recursive: true });
  const reaches = new Map<string, Reach>();
  const remainingFiles = [...tests];
  const work = async (): Promise<void> => {
    for (let file = remainingFiles.shift(); file !== undefined; file = remainingFiles.shift()) {
      const reach = await reachOf(file);
      if (reach !== undefined) reaches.set(file, reach);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return reaches;
}

/** Result of a change: the test file that noticed it, if one did, and whether it only went on without end. */
export interface Verdict {
  readonly by: string | undefined;
  readonly isEndless: boolean;
}

/** Runs test files one after the other with one change, until the first fails or goes on for too long. */
export function tryMutant(
  id: string,
  files: readonly string[],
  tests: ReadonlyMap<string, Reach>,
): Promise<Verdict> {
  if (files.length === 0) return Promise.resolve({ by: undefined, isEndless: false });
  const remainingTexts = [...files];
  const child = startJest(remainingTexts, ['--bail', '--runInBand'], { MUTANT: id });
  return new Promise((done) => {
    let isEndless = false;
    let output = '';
    const end = () => {
      isEndless = true;
      kill(child);
    };
    const limit = () => setTimeout(end, START + TIMES * (tests.get(remainingTexts[0] ?? '')?.took ?? 0));
    let timer = limit();
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString();
      for (const [, file = ''] of output.matchAll(/^PASS (\S+).*\n/gm)) {
        if (remainingTexts[0] !== file) continue;
        remainingTexts.shift();
        clearTimeout(timer);
        timer = limit();
      }
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const failed = /^FAIL (\S+)/m.exec(output)?.[1] ?? remainingTexts[0];
      done({ by: code === 0 ? undefined : failed, isEndless });
    });
  });
}

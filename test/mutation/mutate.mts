import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { drawMutants, EXCLUDED, filesIn, nameOf } from './sample.mjs';

/** `npm run mutate`: how many of a sample of small changes to the program are noticed by its tests. */

const ROOMS = ['gateway', 'cutover', 'http', 'mapping', 'comparison', 'shadow', 'store'];

// Imported, it would not know where it lies.
const { default: build } = createRequire(import.meta.url)('../support/buildProgram') as {
  readonly default: () => Promise<void>;
};

/** Further folders whose tests are to notice what is changed in any room. */
const OTHERS = ['drift', 'faults', 'runtime'];

/** Tests that start the program compiled from the sources as they are, or read the sources as text. */
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

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  jest: Readonly<Record<string, unknown>>;
};

async function main(): Promise<boolean> {
  const rooms = values.room === undefined ? ROOMS : [values.room];
  const drawn = await drawMutants(rooms, values.seed, Number(values.count));
  await build();
  const testEnvironment = './node_modules/.cache/lifeboat/test/support/ownContext.js';
  // No test of the sample starts the compiled program.
  const jest = { ...manifest.jest, globalSetup: undefined, testEnvironment };
  const folders = values.room === undefined ? [...ROOMS, ...OTHERS] : rooms;
  const tests = folders
    .flatMap((room) => filesIn(`test/${room}`, '.test.ts'))
    .filter((file) => !isElsewhere(file));
  const results = await new Stryker({
    mutate: drawn.map(
      ({ fileName, location: { start, end } }) =>
        `${fileName}:${String(start.line + 1)}-${String(end.line + 1)}`,
    ),
    mutator: { excludedMutations: EXCLUDED, plugins: null },
    plugins: ['@stryker-mutator/jest-runner', './test/mutation/sampleChecker.mts'],
    checkers: ['sample'],
    checkerNodeArgs: ['--import', 'tsx'],
    sample: drawn.map(nameOf),
    testRunner: 'jest',
    jest: {
      projectType: 'custom',
      config: { ...jest, testMatch: tests.map((file) => `<rootDir>/${file}`) },
      enableFindRelatedTests: true,
    },
    coverageAnalysis: 'perTest',
    concurrency: Number(values.workers),
    timeoutMS: 60_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 120,
    reporters: ['progress-append-only'],
    tempDirName: 'dist/mutation',
    allowConsoleColors: false,
    fileLogLevel: 'off',
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  return report(results.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored'));
}

/** Prints what survived and how many did not. */
function report(results: readonly MutantResult[]): boolean {
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  for (const { status, fileName, location, mutatorName, replacement = '' } of results) {
    if (status === 'Killed' || status === 'Timeout') continue;
    const place = `${relative('.', fileName)}:${String(location.start.line)}:${String(location.start.column)}`;
    console.log(`${status}: ${place} ${mutatorName} -> ${replacement.slice(0, 200)}`);
  }
  console.log(`${String(noticed.length)} of ${String(results.length)} noticed, seed ${values.seed}`);
  return noticed.length >= 0.9 * results.length;
}

process.exitCode = (await main()) ? 0 : 1;

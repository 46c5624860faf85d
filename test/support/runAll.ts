import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { toolProgram } from './toolProgram';

/** `npm test`: every test, and style, lint and types meanwhile; the last line counts what really ran. */

const ROOT = join(__dirname, '..', '..');
/** One more than processors: a test waits for a process or a clock now and then. */
const WORKERS = Math.min(availableParallelism() + 1, 4);

const jestResult = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  /** Files that could not even be loaded: none of their tests is in the other counts. */
  numRuntimeErrorTestSuites: z.int(),
});

/**
 * Of V8, which makes a function faster once it has run through so many bytes of its code, by default 67,584: for code that
 * runs some seconds in each of several processes, that work cost 5 to 14% of the processor's time more than it saved.
 * Node since 22 does not start with the option.
 */
const RARELY_OPTIMIZED = Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=500000'] : [];

/** A large young generation: a test throws most of what it makes away, and copying it took a tenth of the time. */
const LARGE_YOUNG_GENERATION = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

/** The check of types collects garbage at five times what it keeps, not at twice: a quarter less of the processor's time. */
const RARELY_COLLECTED = { GOGC: '400' };

/** A tool of node_modules and its words. */
interface Step {
  readonly name: string;
  readonly tool: string;
  /** Package of the tool; by default of the same name. */
  readonly packageName?: string;
  readonly words: readonly string[];
  /** Of Node. */
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a tool; true when it ended with 0. `pipe` shows what it says when it is over: others run beside it. */
function run(
  { name, tool, packageName, words, flags = [], environment = {} }: Step,
  output: 'inherit' | 'pipe',
): Promise<boolean> {
  console.log(`> ${name}`);
  const started = performance.now();
  const program = toolProgram(ROOT, tool, packageName);
  const child = spawn(process.execPath, [...RARELY_OPTIMIZED, ...flags, program, ...words], {
    ...{ cwd: ROOT, stdio: output },
    env: { ...process.env, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return new Promise((resolve) => {
    child.once('error', ({ message }) => (said += message));
    child.once('close', (status) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${said}${status === 0 ? 'ok' : 'FAILED'}: ${name}, ${seconds} s`);
      resolve(status === 0);
    });
  });
}

/** Runs tools one after the other, all of them: whoever has to mend something sees everything. */
async function runAll(steps: readonly Step[]): Promise<boolean> {
  let good = true;
  for (const step of steps) good = (await run(step, 'pipe')) && good;
  return good;
}

const LINT = ['--type-aware', '--type-check', '--deny-warnings', 'src', 'test'];

/** What the tests start and pack, in two rows of about the same length. */
const BUILDS: readonly (readonly Step[])[] = [
  // It sees more than the check of types: names that CommonJS takes for itself, for example.
  [{ name: 'build', tool: 'tsc', packageName: 'typescript', words: ['-p', '.config/tsconfig.build.json'] }],
  [
    {
      name: 'build for browsers',
      tool: 'tsc',
      packageName: 'typescript',
      words: ['-p', '.config/tsconfig.browser.json'],
    },
    { name: 'bundle', tool: 'tsx', words: ['.config/bundle.mts'] },
  ],
];

/** They take the time in which the tests wait. */
const CHECKS: readonly Step[] = [
  { name: 'lint and types', tool: 'oxlint', words: LINT, environment: RARELY_COLLECTED },
  { name: 'knip', tool: 'knip', words: ['--no-progress'] },
  { name: 'format', tool: 'oxfmt', words: ['--check', '.'] },
];

async function runTests(folder: string): Promise<boolean> {
  const outputFile = join(folder, 'jest.json');
  const words = ['--json', '--outputFile', outputFile, '--maxWorkers', String(WORKERS)];
  // The program is tested as users start it.
  process.env['LIFEBOAT_PROGRAM'] = join(ROOT, 'dist', 'bundle', 'cli.js');
  const ended = await run({ name: 'jest', tool: 'jest', words, flags: LARGE_YOUNG_GENERATION }, 'inherit');
  const result = jestResult.parse(JSON.parse(readFileSync(outputFile, 'utf8')));
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const skipped = result.numPendingTests + result.numTodoTests;
  console.log(
    `${String(result.numPassedTests)} passed, ${String(failed)} failed, ${String(skipped)} skipped`,
  );
  return ended && result.success && failed === 0 && result.numPassedTests > 0;
}

async function main(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-test-'));
  try {
    const checks = runAll(CHECKS);
    const built = await Promise.all(BUILDS.map(runAll));
    const tested = built.every(Boolean) && (await runTests(folder));
    const checked = await checks;
    if (!checked) console.log('the checks FAILED: see above');
    return checked && tested;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main().then((good) => {
  process.exitCode = good ? 0 : 1;
});

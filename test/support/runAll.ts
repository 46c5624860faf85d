import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrograms } from './systemPrograms';
import { type TestCounts, testCounts } from './testCounts';
import { toolProgram } from './toolProgram';

/** `npm test`: the build, every test, and style, lint and types meanwhile; the last line counts what really ran. */

const ROOT = join(__dirname, '..', '..');
/** One more than processors: a test waits for a process or a clock now and then. */
const MAXIMUM_WORKERS = Math.min(availableParallelism() + 1, 4);

/** A tool and its words. */
interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
}

const tool = (name: string, ...words: readonly string[]): Step['command'] => [
  process.execPath,
  toolProgram(ROOT, name),
  ...words,
];

/** Runs a tool; true when it ended with 0. `pipe` shows what it says when it is over: others run beside it. */
function run(
  { name, command: [program, ...words], environment = {} }: Step,
  output: 'inherit' | 'pipe',
): Promise<boolean> {
  console.log(`> ${name}`);
  const started = performance.now();
  const child = spawn(program, words, {
    ...{ cwd: ROOT, stdio: output, shell: program === 'npm' && process.platform === 'win32' },
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

/** They take the time in which the tests wait. Each runs, whatever becomes of the one before. */
const CHECKS: readonly Step[] = [
  {
    name: 'lint and types',
    command: tool('oxlint', '--type-aware', '--type-check', '--deny-warnings', 'src', 'test'),
  },
  { name: 'knip', command: tool('knip', '--no-progress') },
  { name: 'format', command: tool('oxfmt', '--check', '.') },
];

async function runChecks(): Promise<boolean> {
  let isGood = true;
  for (const step of CHECKS) isGood = (await run(step, 'pipe')) && isGood;
  return isGood;
}

function readCounts(file: string): TestCounts {
  try {
    return testCounts.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { files: 0, ranFiles: 0, passed: 0, skipped: 0, failures: [] };
  }
}

async function runTests(): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-test-'));
  const file = join(folder, 'counts.json');
  const reporter = join(__dirname, 'countingReporter.ts');
  const words = ['--reporters', 'default', '--reporters', reporter, '--maxWorkers', String(MAXIMUM_WORKERS)];
  const environment = { TESTS_FIND_BUILD: '1', TEST_COUNTS_FILE: file };
  const hasEnded = await run({ name: 'jest', command: tool('jest', ...words), environment }, 'inherit');
  const counts = readCounts(file);
  rmSync(folder, { recursive: true, force: true });
  const left = counts.files - counts.ranFiles;
  const failures = [...counts.failures];
  if (left > 0) failures.push(`${String(left)} of ${String(counts.files)} test files did not run`);
  if (failures.length === 0 && (!hasEnded || counts.passed === 0))
    failures.push('jest did not end well: see above');
  return { ...counts, failures };
}

async function main(): Promise<boolean> {
  const checks = runChecks();
  const isBuilt = await run({ name: 'build', command: ['npm', 'run', '--silent', 'build'] }, 'pipe');
  const { passed, skipped, failures } = isBuilt
    ? await runTests()
    : { passed: 0, skipped: 0, failures: ['the build failed: no test ran'] };
  const isChecked = await checks;
  if (!isChecked) console.log('the checks FAILED: see above');
  for (const failure of failures) console.log(`failed: ${failure.replace(`${ROOT}/`, '')}`);
  const missing = missingPrograms();
  if (missing.length > 0) console.log(`left out: ${missing.join(', ')} (not installed)`);
  console.log(`${String(passed)} passed, ${String(failures.length)} failed, ${String(skipped)} skipped`);
  return isChecked && failures.length === 0;
}

// The tools hear of Ctrl-C themselves; what has been counted until then is printed.
process.on('SIGINT', () => undefined);
void main().then((isGood) => {
  process.exitCode = isGood ? 0 : 1;
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrograms } from './systemPrograms.ts';
import { type TestCounts, testCounts } from './testCounts.ts';
import { toolProgram } from './toolProgram.ts';

/** `npm test`: the build, every test, and style, lint and types meanwhile; the last line counts what really ran. */

const ROOT = join(import.meta.dirname, '..', '..');
/** One more than processors: a test waits for a process or a clock now and then. */
const MAXIMUM_WORKERS = Math.min(availableParallelism() + 1, 4);
/** Time (ms) in which a tool may end in order when the run is stopped. */
const GRACE = 5_000;
const IS_WINDOWS = process.platform === 'win32';

/** The tools that run, and the signal that has stopped them all. */
const running = new Set<ChildProcess>();
let stoppedBy: NodeJS.Signals | undefined;

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

/** Sends a signal to a tool and to all that it has started. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (IS_WINDOWS || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All of them have ended meanwhile.
  }
}

/** Stops what runs, and lets nothing else begin. */
function stop(signal: NodeJS.Signals): void {
  stoppedBy = signal;
  for (const child of running) end(child, 'SIGTERM');
  const force = () => running.forEach((child) => end(child, 'SIGKILL'));
  setTimeout(force, GRACE).unref();
}

/** Runs a tool; true when it ended with 0. `pipe` shows what it says when it is over: others run beside it. */
function run(
  { name, command: [program, ...words], environment = {} }: Step,
  output: 'inherit' | 'pipe',
): Promise<boolean> {
  if (stoppedBy !== undefined) return Promise.resolve(false);
  console.log(`> ${name}`);
  const started = performance.now();
  const child = spawn(program, words, {
    cwd: ROOT,
    stdio: output,
    shell: program === 'npm' && IS_WINDOWS,
    // A group of its own, which can be stopped as a whole.
    detached: !IS_WINDOWS,
    env: { ...process.env, ...environment },
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  return new Promise((resolve) => {
    child.once('error', ({ message }) => (printed += message));
    child.once('close', (status) => {
      running.delete(child);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${printed}${status === 0 ? 'ok' : 'FAILED'}: ${name}, ${seconds} s`);
      resolve(status === 0);
    });
  });
}

/** Runs the checks in the time in which the tests wait: each, whatever becomes of the one before. */
async function runChecks(): Promise<boolean> {
  const checks: readonly Step[] = [
    {
      name: 'lint and types',
      command: tool('oxlint', '--type-aware', '--type-check', '--deny-warnings', 'src', 'test'),
    },
    { name: 'knip', command: tool('knip', '--no-progress') },
    { name: 'format', command: tool('oxfmt', '--check', '.') },
  ];
  let isGood = true;
  for (const step of checks) isGood = (await run(step, 'pipe')) && isGood;
  return isGood;
}

const NOTHING: TestCounts = { files: 0, ranFiles: 0, passed: 0, skipped: 0, failures: [] };

function readCounts(file: string): TestCounts {
  try {
    return testCounts.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return NOTHING;
  }
}

async function runTests(): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-test-'));
  const file = join(folder, 'counts.json');
  const reporter = join(import.meta.dirname, 'countingReporter.ts');
  const words = ['--reporters', 'default', '--reporters', reporter, '--maxWorkers', String(MAXIMUM_WORKERS)];
  const environment = { TESTS_FIND_BUILD: '1', TEST_COUNTS_FILE: file };
  const hasEnded = await run({ name: 'jest', command: tool('jest', ...words), environment }, 'inherit');
  const counts = readCounts(file);
  rmSync(folder, { recursive: true, force: true });
  const remaining = counts.files - counts.ranFiles;
  const failures = [...counts.failures];
  if (remaining > 0) failures.push(`${String(remaining)} of ${String(counts.files)} test files did not run`);
  if (failures.length === 0 && (!hasEnded || counts.passed === 0))
    failures.push('jest did not end well: see above');
  return { ...counts, failures };
}

async function buildAndTest(): Promise<TestCounts> {
  const isBuilt = await run({ name: 'build', command: ['npm', 'run', '--silent', 'build'] }, 'pipe');
  return isBuilt ? runTests() : { ...NOTHING, failures: ['the build failed: no test ran'] };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function main(): Promise<boolean> {
  const [checked, tested] = await Promise.allSettled([runChecks(), buildAndTest()]);
  const { passed, skipped, failures: failed } = tested.status === 'fulfilled' ? tested.value : NOTHING;
  const rejected = [checked, tested].flatMap((one) =>
    one.status === 'rejected' ? [reasonOf(one.reason)] : [],
  );
  const failures = [...failed, ...rejected, ...(stoppedBy === undefined ? [] : [`stopped by ${stoppedBy}`])];
  const isChecked = checked.status === 'fulfilled' && checked.value;
  if (!isChecked) console.log('the checks FAILED: see above');
  for (const failure of failures) console.log(`failed: ${failure.replace(`${ROOT}/`, '')}`);
  const missing = missingPrograms();
  if (missing.length > 0) console.log(`left out: ${missing.join(', ')} (not installed)`);
  console.log(`${String(passed)} passed, ${String(failures.length)} failed, ${String(skipped)} skipped`);
  return isChecked && failures.length === 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
void main().then((isGood) => {
  process.exitCode = isGood ? 0 : 1;
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** `npm test`: style, lint, types, then every test; the last line counts what really ran. */

const ROOT = join(__dirname, '..', '..');
const MOST_WORKERS = 4;

const jestResult = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  /** Files that could not even be loaded: none of their tests is in the other counts. */
  numRuntimeErrorTestSuites: z.int(),
});

/** Runs one tool of node_modules with its output shown; true when it ended with 0. */
function step(name: string, tool: string, words: readonly string[]): boolean {
  console.log(`\n> ${name}`);
  const started = performance.now();
  const { status, error } = spawnSync(join(ROOT, 'node_modules', '.bin', tool), words, {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name}, ${seconds} s`);
  if (error !== undefined) console.error(error.message);
  return status === 0;
}

function runTests(folder: string): boolean {
  const outputFile = join(folder, 'jest.json');
  const workers = String(Math.min(availableParallelism(), MOST_WORKERS));
  const ended = step('jest', 'jest', ['--json', '--outputFile', outputFile, '--maxWorkers', workers]);
  const result = jestResult.parse(JSON.parse(readFileSync(outputFile, 'utf8')));
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const skipped = result.numPendingTests + result.numTodoTests;
  console.log(
    `${String(result.numPassedTests)} passed, ${String(failed)} failed, ${String(skipped)} skipped`,
  );
  return ended && result.success && failed === 0 && result.numPassedTests > 0;
}

function main(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-test-'));
  try {
    return (
      step('prettier', 'prettier', ['--check', '--log-level', 'warn', '.']) &&
      step('eslint', 'eslint', [
        '--config',
        '.config/eslint.config.mjs',
        '--max-warnings',
        '0',
        'src',
        'test',
      ]) &&
      step('tsc', 'tsc', ['--noEmit']) &&
      // The emitting build sees more: names that CommonJS takes for itself, for example.
      step('build', 'tsc', ['-p', '.config/tsconfig.build.json']) &&
      runTests(folder)
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = main() ? 0 : 1;

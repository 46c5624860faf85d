import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { toolProgram } from '../support/toolProgram';

const ROOT = join(__dirname, '..', '..');

/** Tests that repeat themselves less often in `npm test` than they can. */
const TESTS = [
  'cutover/stages/sharedSchedules',
  'e2e/wholeCatalogue',
  'gateway/lookup/lookups.interleavings',
  'hostile/fuzz',
  'http/server/requestFaults.mutated',
  'http/server/unreadableRequests.target',
  'proof/laws',
  'runtime/inputFiles.subject',
  'runtime/reload/checkCandidate',
  'sandbox/bodies',
  'sandbox/walk',
];

/** Plays them with their large numbers: some ten minutes. */
export function repetitions(write: (line: string) => void): void {
  const words = ['--runInBand', ...TESTS.map((name) => `test/${name}`)];
  const { status } = spawnSync(process.execPath, [toolProgram(ROOT, 'jest'), ...words], {
    cwd: ROOT,
    env: { ...process.env, LIFEBOAT_REPETITIONS: 'large' },
    stdio: 'inherit',
  });
  write(status === 0 ? 'every repetition as expected' : 'some failed: see above');
  if (status !== 0) process.exitCode = 1;
}

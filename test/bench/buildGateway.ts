import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../support/toolProgram.ts';

/** The checkout that this bench belongs to. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Folder of the benches, with a package file of its own. */
const BENCH = import.meta.dirname;

let isBuilt = false;

/** Builds what is measured, as it is shipped; once in a run, however many parts it has. */
export function buildGateway(): void {
  if (isBuilt) return;
  if (runNpm(ROOT, ['run', '--silent', 'build']) !== 0) throw new Error('npm run build failed');
  if (!existsSync(join(BENCH, 'node_modules')) && runNpm(BENCH, ['ci', '--silent']) !== 0)
    throw new Error('npm ci failed in test/bench');
  isBuilt = true;
}

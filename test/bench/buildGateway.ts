import { join } from 'node:path';
import { runNpm } from '../support/toolProgram';

/** The checkout that this bench belongs to. */
export const ROOT = join(__dirname, '..', '..');

let isBuilt = false;

/** Builds what is measured, as it is shipped; once in a run, however many parts it has. */
export function buildGateway(): void {
  if (isBuilt) return;
  if (runNpm(ROOT, ['run', '--silent', 'build']) !== 0) throw new Error('npm run build failed');
  isBuilt = true;
}

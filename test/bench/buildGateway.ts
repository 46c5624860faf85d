import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The checkout that this bench belongs to. */
export const ROOT = join(__dirname, '..', '..');

let isBuilt = false;

/** Builds what is measured, as it is shipped; once in a run, however many parts it has. */
export function buildGateway(): void {
  if (isBuilt) return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run build failed');
  isBuilt = true;
}

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a temporary folder of what a package brings, unless this user has it of this version, and returns it. `fill`
 * makes it under another name: a process that is killed leaves nothing half, and another may be as quick.
 */
export function makeOnce(name: string, packageFolder: string, fill: (fresh: string) => void): string {
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = join(tmpdir(), `lifeboat-${name}-${version}-${userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${randomUUID()}`;
  try {
    fill(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

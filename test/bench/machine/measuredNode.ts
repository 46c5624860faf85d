import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../buildGateway';

let program = process.execPath;

/** The Node that the gateway and its peers run on; load tool and upstream stay on that of the bench. */
export const measuredNode = (): string => program;

/** Its version, such as `v24.21.0`. */
export const measuredVersion = (): string =>
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();

/** Has everything measured on another Node, such as 24: the npm package `node`, fetched once into the cache. */
export function measureOn(version: string): void {
  if (!/^\d+(\.\d+){0,2}$/.test(version)) throw new Error(`--node ${version} is no version, such as 24`);
  const folder = join(ROOT, 'node_modules', '.cache', 'lifeboat-bench', `node-${version}`);
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    const words = ['install', '--no-save', '--silent', '--prefix', folder, `node@${version}`];
    const { status } = spawnSync('npm', words, { stdio: 'inherit' });
    if (status !== 0 || !existsSync(binary)) throw new Error(`npm has no node@${version} for this machine`);
  }
  program = binary;
}

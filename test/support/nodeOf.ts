import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './builtProgram.ts';
import { runNpm } from './toolProgram.ts';

/** Path of another Node's program, such as that of 24: the npm package `node`, fetched once into the cache. Throws without one. */
export function nodeOf(version: string): string {
  if (!/^\d+(\.\d+){0,2}$/.test(version)) throw new Error(`${version} is no version of Node, such as 24`);
  const folder = join(ROOT, 'node_modules', '.cache', 'lifeboat-node', version);
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(binary)) return binary;
  const words = ['install', '--no-save', '--silent', '--prefix', folder, `node@${version}`];
  if (runNpm(ROOT, words) !== 0 || !existsSync(binary))
    throw new Error(`npm has no node@${version} for this machine`);
  return binary;
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/**
 * Finds the script of a tool among the packages, to be run by `process.execPath`: the links in `node_modules/.bin` are
 * shell scripts on Windows, which cannot be started without a shell.
 */
export function toolProgram(root: string, tool: string, packageName = tool): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const script = typeof bin === 'string' ? bin : bin[tool];
  if (script === undefined) throw new Error(`the package ${packageName} has no ${tool}`);
  return join(folder, script);
}

/** Runs npm; returns its exit code. On Windows it is a shell script, so words must need no quotes there. */
export const runNpm = (root: string, words: readonly string[]): number | null =>
  spawnSync('npm', words, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status;

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { built, ROOT } from './builtProgram';

/** Files of a folder and of all in it that are TypeScript. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const changedAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : -Infinity);

async function compile(source: string): Promise<void> {
  const output = built(relative(ROOT, source));
  if (changedAt(output) > changedAt(source)) return;
  const { code } = await transformFile(source, {
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  mkdirSync(dirname(output), { recursive: true });
  // Another run of the tests may start the program at this moment.
  const fresh = `${output}.${String(process.pid)}`;
  writeFileSync(fresh, code);
  renameSync(fresh, output);
}

/** Compiles the program once for all tests that start it as a process: from its sources each start costs a second more. */
export default async function buildProgram(): Promise<void> {
  await Promise.all([...sourcesIn(join(ROOT, 'src')), ...sourcesIn(join(ROOT, 'test'))].map(compile));
  for (const name of ['mappings', 'package.json']) {
    const link = built(name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
}

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { built, mappingsAlone, ROOT } from './builtProgram';

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

function copyMappings(): void {
  const fresh = `${mappingsAlone}.${String(process.pid)}`;
  const filter = (path: string) => basename(path) !== 'fixtures';
  cpSync(join(ROOT, 'mappings'), fresh, { recursive: true, filter });
  for (const empty of ['fixtures', 'forms/fixtures']) mkdirSync(join(fresh, empty));
  rmSync(mappingsAlone, { recursive: true, force: true });
  renameSync(fresh, mappingsAlone);
}

/** Compiles the program once for all tests that start it as a process: from its sources each start costs a second more. */
export default async function buildProgram(): Promise<void> {
  await Promise.all([...sourcesIn(join(ROOT, 'src')), ...sourcesIn(join(ROOT, 'test'))].map(compile));
  copyMappings();
  for (const name of ['mappings', 'package.json']) {
    const link = built(name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
}

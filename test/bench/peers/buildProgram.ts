import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transformFileSync } from '@swc/core';

const SOURCES = join(__dirname, 'programs');
/** Where the programs find the packages of the benches, and those of all. */
const BUILT = join(__dirname, '..', 'node_modules', '.cache', 'programs');

let isBuilt = false;

/** Translates the programs to JavaScript once: run from their sources they would carry a compiler in their memory. */
function buildAll(): void {
  mkdirSync(BUILT, { recursive: true });
  for (const file of readdirSync(SOURCES)) {
    const { code } = transformFileSync(join(SOURCES, file), {
      jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    writeFileSync(join(BUILT, `${basename(file, '.ts')}.js`), code);
  }
  isBuilt = true;
}

/** The file in which a program of `programs/` can be run by plain Node. */
export function buildProgram(name: string): string {
  if (!isBuilt) buildAll();
  return join(BUILT, `${name}.js`);
}

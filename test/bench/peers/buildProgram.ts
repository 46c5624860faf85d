import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transformFileSync } from '@swc/core';

const ROOT = join(__dirname, '..', '..', '..');
const SOURCES = join(__dirname, 'programs');
/** Below node_modules, so that the programs find their packages. */
const BUILT = join(ROOT, 'node_modules', '.cache', 'lifeboat-bench');

let isBuilt = false;

/** Translates the programs to JavaScript once: run from their sources they would carry a compiler in their memory. */
function buildAll(): void {
  mkdirSync(BUILT, { recursive: true });
  for (const file of readdirSync(SOURCES).filter((name) => name.endsWith('.ts'))) {
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
  // It imports a package of the benches, which it finds from where it lies.
  if (existsSync(join(SOURCES, `${name}.mjs`))) return join(SOURCES, `${name}.mjs`);
  if (!isBuilt) buildAll();
  return join(BUILT, `${name}.js`);
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCES = join(import.meta.dirname, 'programs');
/** Where the programs find the packages of the benches, and those of all. */
const BUILT = join(import.meta.dirname, '..', 'node_modules', '.cache', 'programs');

let isBuilt = false;

/** Translates the programs to JavaScript once: run from their sources they would carry a compiler in their memory. */
function buildAll(): void {
  buildSync({
    entryPoints: readdirSync(SOURCES).map((file) => join(SOURCES, file)),
    outdir: BUILT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  isBuilt = true;
}

/** The file in which a program of `programs/` can be run by plain Node. */
export function buildProgram(name: string): string {
  if (!isBuilt) buildAll();
  return join(BUILT, `${name}.mjs`);
}

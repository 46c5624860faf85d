import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { built, ROOT } from './builtProgram';

/** Files of a folder and of all in it that are TypeScript. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const changedAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : -Infinity);

async function compile(source: string, output: string, type: 'commonjs' | 'es6'): Promise<void> {
  if (changedAt(output) > changedAt(source)) return;
  const { code } = await transformFile(source, {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: source.endsWith('.tsx') },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
    module: { type },
  });
  mkdirSync(dirname(output), { recursive: true });
  // Another run of the tests may start the program at this moment.
  const fresh = `${output}.${String(process.pid)}`;
  writeFileSync(fresh, code);
  renameSync(fresh, output);
}

const compileAll = (folder: string): readonly Promise<void>[] =>
  sourcesIn(join(ROOT, folder)).map((source) => compile(source, built(relative(ROOT, source)), 'commonjs'));

/** Compiles the console's components once more, as modules of the browser. */
const compileForBrowser = (): readonly Promise<void>[] =>
  sourcesIn(join(ROOT, 'src/console')).map((source) =>
    compile(source, built(`src/browser/${basename(source)}`), 'es6'),
  );

/** Compiles the program once for all tests that start it as a process: from its sources each start costs a second more. */
export default async function buildProgram(): Promise<void> {
  await Promise.all([...compileAll('src'), ...compileAll('test'), ...compileForBrowser()]);
  for (const name of ['mappings', 'package.json']) {
    const link = built(name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
}

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { prepareDocuments } from '../../src/mapping/yaml/preparedDocument';
import { readDocument } from '../../src/mapping/yaml/yamlDocument';
import { built, PREPARED, ROOT } from './builtProgram';

/** Files of a folder and of all in it that are TypeScript. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const changedAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : -Infinity);

/** Writes a file in one step: another run of the tests may read it at this moment. */
function replaceFile(file: string, text: string): void {
  const fresh = `${file}.${String(process.pid)}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}

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
  replaceFile(output, code);
}

const compileAll = (folder: string): readonly Promise<void>[] =>
  sourcesIn(join(ROOT, folder)).map((source) => compile(source, built(relative(ROOT, source)), 'commonjs'));

/** Compiles the console's components once more, as modules of the browser. */
const compileForBrowser = (): readonly Promise<void>[] =>
  sourcesIn(join(ROOT, 'src/console')).map((source) =>
    compile(source, built(`src/browser/${basename(source)}`), 'es6'),
  );

/** Reads the shipped YAML files that have no faults. */
function prepareMappings(): void {
  const mappings = join(ROOT, 'mappings');
  const texts = readdirSync(mappings, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(mappings, name), 'utf8'));
  const read = texts.map((text) => [text, readDocument('', text)] as const);
  replaceFile(
    PREPARED,
    JSON.stringify(prepareDocuments(read.filter(([, { faults }]) => faults.length === 0))),
  );
}

/** Compiles the program once for all tests that start it as a process: from its sources each start costs a second more. */
export default async function buildProgram(): Promise<void> {
  await Promise.all([...compileAll('src'), ...compileAll('test'), ...compileForBrowser()]);
  prepareMappings();
  for (const name of ['mappings', 'package.json']) {
    const link = built(name);
    if (!existsSync(link)) symlinkSync(join(ROOT, name), link);
  }
}

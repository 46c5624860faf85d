import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/**
 * Bundles the program into one file below the given folder (default: dist), as it starts in half of the time that its
 * 700 modules take, with the shipped mappings read before and with the code that V8 has compiled for the start. The
 * library is a second file. Both hold the packages that they use: whoever installs Lifeboat installs few others.
 */

const ROOT = join(import.meta.dirname, '..');
const out = join(ROOT, process.argv[2] ?? 'dist', 'bundle');

// As CommonJS, which the sources are written for.
const { prepareDocuments } = createRequire(import.meta.url)(
  '../src/mapping/yaml/preparedDocument',
) as typeof import('../src/mapping/yaml/preparedDocument');
const { readDocument } = createRequire(import.meta.url)(
  '../src/mapping/yaml/yamlDocument',
) as typeof import('../src/mapping/yaml/yamlDocument');

const texts = ['mappings', 'mappings/forms'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
);
const prepared = prepareDocuments(texts.map((text) => [text, readDocument('', text)]));

/** Question of `pg` whether it runs at a certain host: for it Node 20 loads its own copy of undici, 0.03 s at each start. */
const QUESTION = "typeof Response === 'function'";

/** Leaves out of packages what is not used. */
const partsOfPackages: Plugin = {
  name: 'parts of packages',
  setup({ onResolve, onLoad }) {
    const path = join(ROOT, '.config/undici.cjs');
    // The parser is in the bundle; for an import of it esbuild makes a getter for each of its 55,000 bytes (10 MB).
    onResolve({ filter: /^undici(\/lib\/llhttp\/llhttp_simd-wasm\.js)?$/ }, () => ({ path }));
    // No upstream is spoken to by HTTP/2, of which Node's part takes 4 MB.
    onLoad({ filter: /undici[/\\]lib[/\\]dispatcher[/\\]client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is left out of the program') };",
    }));
    onLoad({ filter: /[/\\]pg[/\\]lib[/\\]stream\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!text.includes(QUESTION)) throw new Error(`${file} does not ask any more: ${QUESTION}`);
      return { contents: text.replace(QUESTION, 'false') };
    });
  },
};

const common = {
  ...{ bundle: true, metafile: true, outdir: out, platform: 'node', target: 'node20.19', format: 'cjs' },
  supported: { 'dynamic-import': false },
  // A native addon, what brings a program for its threads, what only `check --laws` loads, what only the sources need.
  external: ['libsql', 'piscina', 'pg-native', 'fast-check', 'tsx'],
  ...{ legalComments: 'none', logLevel: 'warning' },
  // V8 keeps the text in memory. Names stay, for stack traces.
  ...{ minifyWhitespace: true, minifySyntax: true },
  plugins: [partsOfPackages],
} satisfies BuildOptions;
const program = await build({
  ...common,
  entryPoints: {
    program: join(ROOT, 'src/cli.ts'),
    mappingsThreadProgram: join(ROOT, 'src/runtime/reload/mappingsThreadProgram.ts'),
    comparisonThread: join(ROOT, 'src/comparison/compare/comparisonThread.ts'),
  },
  define: { PREPARED_DOCUMENTS: JSON.stringify(prepared) },
});
const library = await build({ ...common, entryPoints: { index: join(ROOT, 'src/index.ts') } });

/** Writes all but ASCII as escapes: V8 keeps a text with any other character in twice the memory. */
function writeAscii(file: string): void {
  const text = readFileSync(file, 'utf8');
  const code = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${file} has a backslash before a character beyond ASCII`);
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, code));
}
for (const { metafile } of [program, library]) Object.keys(metafile.outputs).forEach(writeAscii);

/** Lists the bundled packages, each by its folder. */
const bundled = (...files: readonly Metafile[]): readonly string[] => {
  const inputs = files.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
  return [...new Set(folders)].sort();
};

/** Renders a package's licence, which has to go wherever its code goes. */
function licenceOf(folder: string): string {
  const place = join(process.cwd(), folder);
  const { name, version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  const file = readdirSync(place).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? '' : readFileSync(join(place, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
const licences = bundled(program.metafile, library.metafile).map(licenceOf);
writeFileSync(join(out, 'LICENSES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));

const start = join(out, 'cli.js');
copyFileSync(join(ROOT, '.config/start.cjs'), start);
chmodSync(start, 0o755);

/** Keeps what V8 compiles of the program until it prints its first words. */
async function keepCompiled(name: string, ...words: readonly string[]): Promise<void> {
  const compiled = join(out, name);
  rmSync(compiled, { force: true });
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
  const options = ['--require', join(ROOT, '.config/keepCompiled.cjs')];
  const started = spawn(process.execPath, [...options, start, ...words], {
    ...{ cwd: folder, env: { PATH: process.env['PATH'] } },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Its log, which says that it is ready, is no news of the build unless it fails.
  const complaints = text(started.stderr);
  const closed = once(started, 'close') as Promise<[number | null]>;
  started.stdout?.once('data', () => started.send(compiled));
  const [code] = await closed;
  rmSync(folder, { recursive: true });
  if (code !== 0)
    throw new Error(`lifeboat ${words.join(' ')} ended with ${String(code)}: ${await complaints}`);
}

const ports = ['--port', '0', '--admin-port', '0', '--sandbox-port', '0'];
await keepCompiled('program.compiled', 'serve', '--sandbox', ...ports);
// It loads all commands.
await keepCompiled('command.compiled', '--version');

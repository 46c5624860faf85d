import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { leaves } from '../src/config/settingSources.js';
import { readPlan, requirementsSchema, standardRequirements } from '../src/cutover/plan.js';
import { PROGRAM } from './support/builtProgram.ts';
import { itWith } from './support/systemPrograms.ts';
import { type CliRun, runCli } from './support/runCli.ts';

const root = join(import.meta.dirname, '..');
const pageOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const readme = pageOf('README.md');

/** The pages that the README leads to. */
const pages = [
  'README.md',
  'mappings/README.md',
  'src/README.md',
  'src/cli/README.md',
  'src/mapping/README.md',
  'src/comparison/README.md',
  'src/config/README.md',
  'src/cutover/README.md',
  'src/store/README.md',
  'src/usage/README.md',
  'src/sandbox/README.md',
  'test/README.md',
  '.github/SECURITY.md',
].map(pageOf);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The lines of all fenced blocks in one language. */
const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].flatMap((match) =>
    (match[1] ?? '').trim().split('\n'),
  );

/** Everything that stands in backticks. */
const quoted = pages.flatMap((page) => [...page.matchAll(/`([^`\n]+)`/g)]).map((match) => match[1] ?? '');

describe('the README', () => {
  it('names the two commands, and package.json has what they run', () => {
    expect(blocks('sh')).toEqual(expect.arrayContaining(['npm ci && npm start', 'npm ci && npm test']));
    for (const script of ['start', 'build', 'test', 'bench', 'games', 'lint', 'format'])
      expect(manifest.scripts).toHaveProperty(script);
  });

  it('is at most 12 KB', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12 * 1024);
  });

  it('runs by commands that cmd.exe and PowerShell know as well', () => {
    const ofShells = /\b(exec|export|rm|cp|mv|test|sh)\s|[;$`'|<>]|(^|\s)\w+=|(?<!&)&(?!&)/;
    expect(Object.values(manifest.scripts).filter((script) => ofShells.test(script))).toEqual([]);
  });

  it('names every setting', () => {
    expect(leaves.map(({ name }) => name).filter((name) => !quoted.includes(name))).toEqual([]);
  });

  it('names every command', () => {
    const wholeText = execFileSync(process.execPath, [PROGRAM, '--help'], { encoding: 'utf8' });
    const [help = ''] = wholeText.split('\nTopics');
    const commands = [...help.matchAll(/^ {2}(\w+) (?:\[| {2})/gm)].map((match) => match[1] ?? '');
    expect(commands.length).toBeGreaterThan(4);
    expect(
      commands.filter((name) => name !== 'help' && !pageOf('src/cli/README.md').includes(`lifeboat ${name}`)),
    ).toEqual([]);
  });

  it('names everything that a plan may require, with its default', () => {
    const [, text = ''] = /^```yaml\n(zone:.*?)^```/ms.exec(pageOf('src/cutover/README.md')) ?? [];
    const written = parse(text) as { steps: { require?: object }[] };
    const read = readPlan(written, [{ name: 'currency-offer', operations: [] }]);
    expect(Object.keys(written.steps.at(-1)?.require ?? {})).toEqual(Object.keys(requirementsSchema.shape));
    expect(read.ok ? read.plan.steps.at(-1)?.requirements : read.error).toEqual(standardRequirements);
  });

  it('names only files that are there', () => {
    const files = quoted.filter((text) => /^(src|test|mappings|\.ci|\.config)\/[\w./-]*$/.test(text));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the calls in the README', () => {
  let run: CliRun;
  let key = '';
  const origins = new Map<string, string>();

  beforeAll(async () => {
    run = runCli(['serve', '--sandbox', '--port', '0', '--admin-port', '0', '--sandbox-port', '0'], {
      cwd: root,
    });
    const ready = await run.line();
    const [gateway = '', admin = ''] = ready.match(/http:\/\/[\d.:]+/g) ?? [];
    origins.set('http://127.0.0.1:8080', gateway).set('http://127.0.0.1:8081', admin);
    key = /Bearer ([^']+)/.exec(await run.line())?.[1] ?? '';
  });
  afterAll(async () => {
    run.child.kill('SIGTERM');
    await run.ended;
  });

  itWith('curl').each(blocks('sh').filter((line) => line.startsWith('curl ')))(
    'work as pasted: %s',
    async (line) => {
      const call = [...origins].reduce((text, [documented, real]) => text.replace(documented, real), line);
      const environment = { ...process.env, KEY: key };
      const { stdout } = await promisify(execFile)('sh', ['-c', `${call} --fail-with-body`], {
        env: environment,
      });
      expect(JSON.parse(stdout)).toBeInstanceOf(Object);
    },
  );
});

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { split } from 'shlex';
import { createProgram } from '../../src/cli/program.js';

/** Lists every callable command below one by its path, without hidden ones. */
function callable(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  const below = command.commands.filter((one) => helpOf(command).includes(one.name()));
  const foundEntries = below.flatMap((command) => callable(command, [...path, command.name()]));
  return path.length === 0 || (below.length > 0 && command.args.length === 0 && !acts(command))
    ? foundEntries
    : [[path.join(' '), command], ...foundEntries];
}

const acts = (command: Command): boolean => command.options.length > 0;

/** Renders `--help`, with the text after the options. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => (text += piece) });
  command.outputHelp();
  return text;
}

function examplesOf(command: Command): readonly string[] {
  const [, examples = ''] = helpOf(command).split('\nExamples:\n');
  return examples.split('\n').flatMap((line) => (line.startsWith('  lifeboat ') ? [line.trim()] : []));
}

/** Builds the program with commands that only record their call. */
async function idle(called: (name: string) => void): Promise<Command> {
  const program = await createProgram('');
  const quieten = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    command.action(() => called(command.name()));
    command.commands.forEach(quieten);
  };
  program.commands.forEach(quieten);
  return program;
}

/** Pages with commands for people, of which not every word is an argument. */
const PAGES = [
  'README.md',
  'src/cli/README.md',
  'src/mapping/README.md',
  'src/cutover/README.md',
  'src/comparison/README.md',
  'src/usage/README.md',
];

/** Options that a quoted command does not have; undefined for a command that is not there. */
function unknownOptions(program: Command, quoted: string): readonly string[] | undefined {
  const [, ...words] = quoted.replaceAll(/"[^"]*"|\[|\]/g, ' ').split(/\s+/);
  let command = program;
  for (const word of words) command = command.commands.find((command) => command.name() === word) ?? command;
  if (command === program && words.some((word) => /^[a-z]/.test(word))) return undefined;
  const knownTexts = command.options.flatMap(({ long, short }) => [long, short, '--help']);
  return words.filter((word) => word.startsWith('-') && !knownTexts.includes(word));
}

describe('a command in the documentation', () => {
  it.each(PAGES)('exists with its options: %s', async (page) => {
    const program = await createProgram('');
    const text = readFileSync(page, 'utf8');
    const quotes = [...text.matchAll(/(?:`|^npx )(lifeboat [^`\n#|]+)/gm)].map((match) => match[1] ?? '');
    expect(quotes.length).toBeGreaterThan(1);
    const wrong = quotes.filter((quote) => unknownOptions(program, quote)?.length !== 0);
    expect(wrong).toEqual([]);
  });
});

describe('the help of every command', () => {
  it('has examples, and each can be called as written', async () => {
    const commands = callable(await createProgram(''));
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.flatMap(([path, command]) => (examplesOf(command).length === 0 ? [path] : []))).toEqual(
      [],
    );
    for (const [path, command] of commands) {
      for (const example of examplesOf(command)) {
        const called: string[] = [];
        const program = await idle((name) => called.push(name));
        const [, ...words] = split(example.replace(/ >>? \S+$/, ''));
        await program.parseAsync(words, { from: 'user' });
        expect([example, called.length]).toEqual([example, 1]);
        expect(example).toContain(path.split(' ')[0]);
      }
    }
  });

  it('takes only http and https addresses for an origin', async () => {
    const options = callable(await createProgram('')).flatMap(([, { options }]) => options);
    const addresses = options.filter(({ flags }) => flags.includes('<origin>'));
    expect(addresses.length).toBeGreaterThan(20);
    for (const { parseArg } of addresses)
      expect(() => parseArg?.('ftp://here', undefined)).toThrow('It must be an http or https address');
  });

  it('offers --json for every command', async () => {
    const without = callable(await createProgram('')).flatMap(([path, command]) => {
      const all = [...command.options, ...(command.parent?.options ?? [])];
      return all.some(({ long }) => long === '--json') ? [] : [path];
    });
    expect(without).toEqual([]);
  });

  it('names the exit codes of the command', async () => {
    for (const [path, command] of callable(await createProgram('')))
      expect([path, helpOf(command)]).toEqual([path, expect.stringMatching(/Exit codes: 0/)]);
    const { 1: diff } = callable(await createProgram('')).find(([path]) => path === 'diff') ?? [];
    expect(diff && helpOf(diff)).toMatch(
      /1 over it, 2 undecided or nothing compared, 3\s+wrong arguments, 4 failed/,
    );
  });

  it('is at most 80 columns wide, even for the program and its groups', async () => {
    const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
    const commands = all(await createProgram(''));
    expect(commands.length).toBeGreaterThan(50);
    const wide = commands
      .flatMap((command) => helpOf(command).split('\n'))
      .filter(({ length }) => length > 80);
    expect(wide).toEqual([]);
  });

  it('names the options of a group that its command takes', async () => {
    const commands = new Map(callable(await createProgram('')));
    const help = (path: string) => helpOf(commands.get(path) ?? new Command());
    for (const option of ['--config', '--admin', '--store', '--json'])
      expect(help('diff show')).toContain(`${option} `);
    expect(help('diff run')).toContain('--fail-on <issues>');
  });

  it('names the folder of mappings by one option everywhere', async () => {
    for (const name of ['check', 'openapi', 'guide']) {
      const command = (await createProgram('')).commands.find((command) => command.name() === name);
      const help = command === undefined ? '' : helpOf(command);
      expect(help).toContain('-m, --mappings <folder>');
    }
  });
});

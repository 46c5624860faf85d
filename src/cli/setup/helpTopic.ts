import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { didYouMean } from '../../mapping/yaml/complaints';
import { PACKAGE_ROOT } from '../../runtime/packageVersion';
import { type ExitCode, printRefusal } from '../command';
import { print, type Terminal } from '../terminal';

/** Pages of help by topic, by their path in the package. */
export const topics = {
  start: ['README.md', 'what it is, how to start it, how to move in stages'],
  language: ['mappings/README.md', 'how a mapping is written'],
  pair: ['src/mapping/README.md', 'your own pair of APIs in an hour'],
  commands: ['src/cli/README.md', 'every command'],
  switch: ['src/cutover/README.md', 'the evening of the switch, alarms, plans'],
  recordings: ['src/comparison/README.md', 'what is kept of answers, recordings'],
  retirement: ['src/usage/README.md', 'who still uses v1, brownouts'],
  stores: ['src/store/README.md', 'a file, or PostgreSQL'],
  settings: ['src/config/README.md', 'every setting'],
  marketplace: ['src/sandbox/README.md', 'the sandbox'],
  code: ['src/README.md', 'where what stands in the sources'],
  tests: ['test/README.md', 'what is promised, and which test shows it'],
  security: ['.github/SECURITY.md', 'what is protected, and how to report a hole'],
} as const satisfies Readonly<Record<string, readonly [file: string, about: string]>>;

/** The names of the topics. */
export const topicNames: readonly string[] = Object.keys(topics);

/** Lists the topics for the end of the help. */
export const topicList = (): string =>
  [
    '',
    'Topics (lifeboat help TOPIC):',
    ...Object.entries(topics).map(([name, [, about]]) => `  ${name.padEnd(12)} ${about}`),
  ].join('\n');

const isTopic = (word: string): word is keyof typeof topics => Object.hasOwn(topics, word);

/** Finds a command by its words on the command line. */
export function findCommand(program: Command, words: readonly string[]): Command | undefined {
  let command: Command | undefined = program;
  for (const word of words) command = command?.commands.find((command) => command.name() === word);
  return command;
}

/** Returns the help of a command with its examples. */
export function helpText(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (helpPart) => (text += helpPart) }).outputHelp();
  return text;
}

/** Finds the page of a topic, or the help of a command. Returns undefined for any other words. */
function findHelpText(program: Command, words: readonly string[]) {
  const [word = ''] = words;
  if (words.length === 1 && isTopic(word)) {
    const [file] = topics[word];
    return { topic: word, file, text: readFileSync(join(PACKAGE_ROOT, file), 'utf8') };
  }
  const command = findCommand(program, words);
  return command === undefined ? undefined : { command: words.join(' '), text: helpText(command) };
}

/** Prints the help of a command, a page by its topic, or the list of both. Returns 2 for any other words. */
export function showHelp(
  program: Command,
  words: readonly string[],
  terminal: Pick<Terminal, 'write' | 'complain'>,
  json = false,
): ExitCode {
  const topicText = findHelpText(program, words);
  if (topicText !== undefined) {
    print(topicText, [topicText.text.trimEnd()], json, terminal);
    return 0;
  }
  const knownTopics = [...topicNames, ...program.commands.map((command) => command.name())];
  const hint = didYouMean(words[0] ?? '', knownTopics);
  const reason = `no command or topic "${words.join(' ')}"${hint === undefined ? '' : `\n  = hint: ${hint}`}`;
  return printRefusal([reason], terminal, 2);
}

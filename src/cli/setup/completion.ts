import type { Command, Option } from 'commander';
import type { Environment } from '../../config';
import { parseOrigin } from '../../config/settingKinds';
import { clientEntries } from '../../operator/clientEntries';
import { stageViews } from '../../operator/stageViews';
import { type AdminPlace, openOperator } from '../operatorClient';
import { findCommand, topicNames } from './helpTopic';

/** Shells that `lifeboat completion` writes a script for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** One word that may stand at the cursor, with its meaning. */
interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Names that only a running gateway knows. */
export interface LiveNames {
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  readonly callers: readonly string[];
}

/** Arguments and options whose values only a running gateway knows. */
const LIVE: Readonly<Record<string, keyof LiveNames>> = {
  resource: 'resources',
  confirm: 'resources',
  operation: 'operations',
  caller: 'callers',
  client: 'callers',
};

const STAGES = ['v1', 'shadow', 'canary', 'v2', 'gone'];
const SHARES = ['1%', '5%', '10%', '25%', '50%', '100%'];

/** The scripts by shell. Each asks the program, so that it always knows as much as the program does. */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `# for every new shell: lifeboat completion bash >> ~/.bashrc
_lifeboat() {
  local IFS=$'\\n'
  COMPREPLY=($(lifeboat __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _lifeboat lifeboat`,
  zsh: `# for every new shell: lifeboat completion zsh >> ~/.zshrc
#compdef lifeboat
_lifeboat() {
  local -a found
  found=("\${(@f)$(lifeboat __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "\${found[1]}" ]]; then _files; return; fi
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  _describe lifeboat found
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _lifeboat lifeboat`,
  fish: `# for every new shell: lifeboat completion fish > ~/.config/fish/completions/lifeboat.fish
function __lifeboat_words
  set -l found (lifeboat __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test -z "$found[1]"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c lifeboat -f -a '(__lifeboat_words)'`,
};

/** Returns the script that makes a shell complete the words of \`lifeboat\`. */
export const completionScript = (shell: Shell): string => scripts[shell];

const plainCandidate = (word: string): Candidate => ({ word, about: '' });

/** Finds the words for an argument or for the value of an option. Returns none where files may stand. */
function valuesOf(
  choices: readonly string[] | undefined,
  name: string,
  live: LiveNames,
): readonly Candidate[] {
  if (choices !== undefined) return choices.map(plainCandidate);
  const kind = LIVE[name];
  return kind === undefined ? [] : live[kind].map(plainCandidate);
}

/** Returns the command that the words lead to, its words other than options, and the option whose value comes next. */
function walkWords(program: Command, words: readonly string[]) {
  let command = program;
  let wordsBefore: string[] = [];
  let open: Option | undefined;
  for (const word of words) {
    const option = command.options.find(({ long, short }) => word === long || word === short);
    const next = command.commands.find((command) => command.name() === word);
    if (open !== undefined) open = undefined;
    else if (option !== undefined) open = option.required || option.optional ? option : undefined;
    else if (next !== undefined && wordsBefore.length === 0) [command, wordsBefore] = [next, []];
    else if (!word.startsWith('-')) wordsBefore.push(word);
  }
  return { command, before: wordsBefore, open };
}

const subcommandsOf = (command: Command): readonly Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((subcommand) => subcommand.name() !== 'help' || command.parent === null)
    .map((subcommand) => ({ word: subcommand.name(), about: subcommand.description() }));

/** Returns the words after `help`: commands and topics, then the commands of a group. */
function helpWords(program: Command, wordsBefore: readonly string[]): readonly Candidate[] {
  const command = findCommand(program, wordsBefore);
  const names = command === undefined ? [] : subcommandsOf(command);
  return wordsBefore.length === 0 ? [...names, ...topicNames.map(plainCandidate)] : names;
}

/** Returns the words of the next argument of a command. */
function wordsOf(
  command: Command,
  wordsBefore: readonly string[],
  ofAll: boolean,
  live: LiveNames,
): readonly Candidate[] {
  const argument = command.registeredArguments[wordsBefore.length] ?? command.registeredArguments.at(-1);
  if (argument === undefined) return [];
  // \`stage set account canary 5%\`: a resource, then the words of a stage.
  if (argument.variadic && command.name() === 'set') {
    if (wordsBefore.at(-1) === 'canary') return SHARES.map(plainCandidate);
    return wordsBefore.length === 0 && !ofAll
      ? live.resources.map(plainCandidate)
      : STAGES.map(plainCandidate);
  }
  return valuesOf(argument.argChoices, argument.name(), live);
}

/** Lists what may stand next on the command line: values of an option, options, subcommands or arguments. */
function candidatesFor(
  program: Command,
  words: readonly string[],
  typed: string,
  live: LiveNames,
): readonly Candidate[] {
  const { command, before: wordsBefore, open } = walkWords(program, words);
  if (open !== undefined) return valuesOf(open.argChoices, open.long?.slice(2) ?? '', live);
  if (command.name() === 'help' && !typed.startsWith('-')) return helpWords(program, wordsBefore);
  if (typed.startsWith('-')) {
    const options = command.createHelp().visibleOptions(command);
    return options.map(({ long: word = '', description: about }) => ({ word, about }));
  }
  const below = subcommandsOf(command);
  if (below.length > 0 && wordsBefore.length === 0) return below;
  return wordsOf(command, wordsBefore, words.includes('--all'), live);
}
/** Returns the words that may replace the last word, in the form for a shell: each with its meaning after a tab. */
export function listCompletions(
  program: Command,
  words: readonly string[],
  live: LiveNames,
): readonly string[] {
  const typed = words.at(-1) ?? '';
  return candidatesFor(program, words.slice(0, -1), typed, live)
    .filter(({ word }) => word.startsWith(typed))
    .map(({ word, about }) => (about === '' ? word : `${word}\t${about}`));
}

/** Returns the gateway that a command line names, or else the configured one. */
function readPlace(words: readonly string[]): AdminPlace {
  const readValueAfter = (...names: readonly string[]) =>
    words[words.findLastIndex((word) => names.includes(word)) + 1 || Infinity];
  const origin = parseOrigin(readValueAfter('--admin') ?? '');
  return { config: readValueAfter('-c', '--config'), admin: origin.ok ? origin.origin : undefined };
}

/** Asks the gateway that a command line names for its names. Returns none if no gateway answers. */
export async function readLiveNames(
  environment: Environment,
  words: readonly string[] = [],
): Promise<LiveNames> {
  const client = openOperator(readPlace(words), environment, { colour: false });
  if (!client.ok) return { resources: [], operations: [], callers: [] };
  const { ask } = client.value;
  const [listed, callers] = await Promise.all([ask(stageViews.resources, {}), ask(clientEntries.list, {})]);
  const resources = listed.ok ? listed.value : [];
  return {
    resources: resources.map(({ name }) => name),
    operations: resources.flatMap(({ operations }) => operations),
    callers: callers.ok ? callers.value.map(({ caller, name }) => name ?? caller) : [],
  };
}

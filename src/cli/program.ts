import { debuglog } from 'node:util';
import { Command, CommanderError } from 'commander';
import { addExamples, firstExamples, WIDTH } from './examples';
import { describeOption, subcommandTerm } from './command';
import { exitCodes } from './exitCodes';
import { topicList } from './setup/helpTopic';
import { packageVersion } from '../runtime/packageVersion';

type Add = (program: Command) => unknown;

const loadRecording = async (): Promise<Add> =>
  (await import('./recording/recordingCommands.js')).recordingCommands;

const loadCompletion = async (): Promise<Add> => (await import('./setup/setupCommands.js')).completionCommand;

type Load = () => Promise<Add>;

/**
 * The commands by group and name, in the order of the help. Only the called command is loaded: a serving gateway does
 * not need the others.
 */
const groups: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  Run: {
    serve: async () => (await import('./serve/serveCommand.js')).serveCommand,
    health: async () => (await import('./gateway/gatewayCommands.js')).healthCommand,
    deploy: async () => (await import('./deploy/deployCommand.js')).deployCommand,
    sandbox: async () => (await import('./sandbox/sandboxCommand.js')).sandboxCommand,
  },
  'Set up': {
    init: async () => (await import('./setup/setupCommands.js')).initCommand,
    config: async () => (await import('./setup/setupCommands.js')).configCommand,
    schema: async () => (await import('./setup/setupCommands.js')).schemaCommand,
    admin: async () => (await import('./setup/setupCommands.js')).adminCommand,
    keys: async () => (await import('./setup/setupCommands.js')).keysCommand,
    store: async () => (await import('./setup/setupCommands.js')).storeCommand,
    doctor: async () => (await import('./setup/setupCommands.js')).doctorCommand,
    completion: loadCompletion,
    help: async () => (await import('./setup/setupCommands.js')).helpCommand,
  },
  'Move in stages': {
    stage: async () => (await import('./cutover/cutoverCommands.js')).stageCommand,
    plan: async () => (await import('./cutover/cutoverCommands.js')).planCommand,
    client: async () => (await import('./cutover/clientCommands.js')).clientCommand,
    writes: async () => (await import('./gateway/gatewayCommands.js')).writesCommand,
    events: async () => (await import('./gateway/gatewayCommands.js')).eventsCommand,
    index: async () => (await import('./gateway/gatewayCommands.js')).indexCommand,
    usage: async () => (await import('./cutover/clientCommands.js')).usageCommand,
    brownout: async () => (await import('./cutover/clientCommands.js')).brownoutCommand,
    tail: async () => (await import('./gateway/gatewayCommands.js')).tailCommand,
    mcp: async () => (await import('./gateway/mcpCommand.js')).mcpCommand,
  },
  Compare: {
    diff: async () => (await import('./diff/diffCommand.js')).diffCommand,
    record: loadRecording,
    import: loadRecording,
    replay: loadRecording,
    drift: async () => (await import('./gateway/gatewayCommands.js')).driftCommand,
  },
  Mappings: {
    check: async () => (await import('./mappings/mappingCommands.js')).checkCommand,
    explain: async () => (await import('./mappings/mappingCommands.js')).explainCommand,
    fixture: async () => (await import('./mappings/mappingCommands.js')).fixtureCommand,
    contract: async () => (await import('./mappings/mappingCommands.js')).contractCommand,
    learn: async () => (await import('./mappings/mappingCommands.js')).learnCommand,
    openapi: async () => (await import('./mappings/mappingCommands.js')).openapiCommand,
    guide: async () => (await import('./mappings/mappingCommands.js')).guideCommand,
  },
};

/** Commands that only programs call. */
const hiddenCommands: Readonly<Record<string, Load>> = {
  worker: async () => (await import('./serve/serveCommand.js')).workerCommand,
  __complete: loadCompletion,
};

/** Commands that need all other commands. */
const NEED_ALL = new Set(['help', '__complete']);

const VERSION_OPTIONS = ['-V', '--version'];

/** Returns the width of the help: at most that of a narrow terminal, even where the help is written to a file. */
const helpWidth = ({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number =>
  isTTY ? Math.min(WIDTH, columns) : WIDTH;

/** Builds the program with the named command, or with all commands when no command has the name. */
export async function createProgram(name: string): Promise<Command> {
  const program = new Command('lifeboat')
    .description('A v1-to-v2 migration gateway: old API v1 programs go on working after v1 is switched off.')
    .version(packageVersion(), VERSION_OPTIONS.join(', '), 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ optionDescription: describeOption, subcommandTerm, minWidthToWrap: 20 })
    .configureOutput({
      getOutHelpWidth: () => helpWidth(process.stdout),
      getErrHelpWidth: () => helpWidth(process.stderr),
    })
    .showHelpAfterError('  = hint: add --help for commands, options and examples')
    .helpCommand(false)
    .exitOverride();
  const grouped = Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).map(([command, load]) => ({ group, command, load })),
  );
  const all = [
    ...grouped,
    ...Object.entries(hiddenCommands).map(([command, load]) => ({ command, load, group: '' })),
  ];
  const namedCommands = NEED_ALL.has(name) ? [] : all.filter(({ command }) => command === name);
  // An unknown name needs every command, for the help or for commander's suggestion; the version needs none.
  const neededCommands = namedCommands.length > 0 || VERSION_OPTIONS.includes(name) ? namedCommands : all;
  for (const load of new Set(neededCommands.map((entry) => entry.load))) (await load())(program);
  for (const { group, command } of grouped) {
    program.commands.find((subcommand) => subcommand.name() === command)?.helpGroup(`${group}:`);
  }
  addExamples(program);
  program.addHelpText('after', () => `${firstExamples()}\n${topicList()}`);
  return program;
}

/**
 * Reports output that could not be written, for example on a full disk, and ends the process with `failed`, whatever
 * the command returns. It is no failure if the reader closes the pipe (`lifeboat check | head -1`).
 */
function watchOutput(failureCode: number): void {
  let isReported = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isReported) return;
    isReported = true;
    process.stderr.write(`The output could not be written: ${message}\n`);
    process.once('exit', (exitCode) => {
      process.exitCode = exitCode === 0 ? failureCode : exitCode;
    });
  });
}

async function runCommand(words: readonly string[]): Promise<void> {
  watchOutput(exitCodes(words).failed);
  const [, , name = ''] = words;
  const program = await createProgram(name);
  try {
    await program.parseAsync(words);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander ends help and version with 0; otherwise it has already printed what is wrong.
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes(words).usage;
  }
}

/** Runs the command that these words name, as in `process.argv`. Sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  try {
    await runCommand(words);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = 'this is a fault of Lifeboat; NODE_DEBUG=lifeboat prints where, for a report';
    process.stderr.write(`lifeboat failed: ${reason}\n  = hint: ${hint}\n`);
    debuglog('lifeboat')('%s', error instanceof Error ? error.stack : error);
    process.exitCode = exitCodes(words).failed;
  }
}

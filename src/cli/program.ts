import { Command } from 'commander';
import { addExamples } from './examples';
import { describeOption } from './command';
import { packageVersion } from '../runtime/packageVersion';

type Add = (program: Command) => unknown;

const recording = async (): Promise<Add> =>
  (await import('./recording/recordingCommands.js')).recordingCommands;

/**
 * The commands by name, in the order of the help. Only the called one is loaded: a serving gateway does not need the
 * others.
 */
const commands: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ['serve', async () => (await import('./serve/serveCommand.js')).serveCommand],
  ['init', async () => (await import('./setup/setupCommands.js')).initCommand],
  ['config', async () => (await import('./setup/setupCommands.js')).configCommand],
  ['keys', async () => (await import('./setup/setupCommands.js')).keysCommand],
  ['check', async () => (await import('./mappings/mappingCommands.js')).checkCommand],
  ['fixture', async () => (await import('./mappings/mappingCommands.js')).fixtureCommand],
  ['explain', async () => (await import('./explain/explainCommand.js')).explainCommand],
  ['openapi', async () => (await import('./mappings/mappingCommands.js')).openapiCommand],
  ['guide', async () => (await import('./mappings/mappingCommands.js')).guideCommand],
  ['drift', async () => (await import('./gateway/gatewayCommands.js')).driftCommand],
  ['learn', async () => (await import('./mappings/mappingCommands.js')).learnCommand],
  ['diff', async () => (await import('./diff/diffCommand.js')).diffCommand],
  ['doctor', async () => (await import('./doctor/doctorCommand.js')).doctorCommand],
  ['stage', async () => (await import('./cutover/cutoverCommands.js')).stageCommand],
  ['client', async () => (await import('./cutover/clientCommand.js')).clientCommand],
  ['brownout', async () => (await import('./usage/brownoutCommands.js')).brownoutCommand],
  ['usage', async () => (await import('./usage/usageCommands.js')).usageCommand],
  ['tail', async () => (await import('./gateway/gatewayCommands.js')).tailCommand],
  ['plan', async () => (await import('./cutover/cutoverCommands.js')).planCommand],
  ['index', async () => (await import('./gateway/gatewayCommands.js')).indexCommand],
  ['writes', async () => (await import('./cutover/cutoverCommands.js')).writesCommand],
  ['record', recording],
  ['import', recording],
  ['replay', recording],
  ['sandbox', async () => (await import('./sandbox/sandboxCommand.js')).sandboxCommand],
  ['worker', async () => (await import('./serve/serveCommand.js')).workerCommand],
]);

/** Builds the program with the named command, or with all commands when no command has the name. */
export async function createProgram(name: string): Promise<Command> {
  const program = new Command('lifeboat')
    .description('A v1-to-v2 migration gateway: old API v1 programs go on working after v1 is switched off.')
    .version(packageVersion())
    .configureHelp({ optionDescription: describeOption })
    .exitOverride();
  const asked = commands.get(name);
  // An unknown name needs every command: for the help, or for commander's suggestion.
  for (const load of asked === undefined ? new Set(commands.values()) : [asked]) (await load())(program);
  addExamples(program);
  return program;
}

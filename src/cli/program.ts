import { Command } from 'commander';
import { addExamples } from './examples';
import { describeOption } from './describeOption';
import { packageVersion } from './packageVersion';

type Add = (program: Command) => unknown;

const recording = async (): Promise<Add> =>
  (await import('./recording/recordingCommands.js')).recordingCommands;

/**
 * The commands by their names, in the order of the help. Only what is asked for is loaded: a gateway that serves does
 * not carry the others along.
 */
const commands: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ['serve', async () => (await import('./serveCommand.js')).serveCommand],
  ['init', async () => (await import('./initCommand.js')).initCommand],
  ['config', async () => (await import('./configCommand.js')).configCommand],
  ['keys', async () => (await import('./keysCommand.js')).keysCommand],
  ['check', async () => (await import('./checkCommand.js')).checkCommand],
  ['fixture', async () => (await import('./fixtureCommand.js')).fixtureCommand],
  ['explain', async () => (await import('./explain/explainCommand.js')).explainCommand],
  ['openapi', async () => (await import('./openapiCommand.js')).openapiCommand],
  ['guide', async () => (await import('./guideCommand.js')).guideCommand],
  ['types', async () => (await import('./typesCommand.js')).typesCommand],
  ['drift', async () => (await import('./driftCommand.js')).driftCommand],
  ['learn', async () => (await import('./learn/learnCommand.js')).learnCommand],
  ['diff', async () => (await import('./diff/diffCommand.js')).diffCommand],
  ['doctor', async () => (await import('./doctorCommand.js')).doctorCommand],
  ['stage', async () => (await import('./stageCommand.js')).stageCommand],
  ['client', async () => (await import('./clientCommand.js')).clientCommand],
  ['tail', async () => (await import('./tailCommand.js')).tailCommand],
  ['plan', async () => (await import('./planCommand.js')).planCommand],
  ['index', async () => (await import('./indexCommand.js')).indexCommand],
  ['writes', async () => (await import('./writesCommand.js')).writesCommand],
  ['record', recording],
  ['import', recording],
  ['replay', recording],
  ['sandbox', async () => (await import('./sandboxCommand.js')).sandboxCommand],
  ['worker', async () => (await import('./workerCommand.js')).workerCommand],
]);

/** The program with the command of a name, or with all of them where there is none by it. */
export async function createProgram(name: string): Promise<Command> {
  const program = new Command('lifeboat')
    .description('A v1-to-v2 migration gateway: old API v1 programs go on working after v1 is switched off.')
    .version(packageVersion())
    .configureHelp({ optionDescription: describeOption })
    .exitOverride();
  const asked = commands.get(name);
  // Without one by that name its place is in the help, or in what commander says of it.
  for (const load of asked === undefined ? new Set(commands.values()) : [asked]) (await load())(program);
  addExamples(program);
  return program;
}

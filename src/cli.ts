#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { describeOption } from './cli/describeOption';
import { exitCodes } from './cli/exitCodes';
import { packageVersion } from './cli/packageVersion';
import { watchOutput } from './cli/watchOutput';

type Add = (program: Command) => unknown;

const recording = async (): Promise<Add> =>
  (await import('./cli/recording/recordingCommands.js')).recordingCommands;

/**
 * The commands by their names, in the order of the help. Only what is asked for is loaded: a gateway that serves does
 * not carry the others along.
 */
const commands: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ['serve', async () => (await import('./cli/serveCommand.js')).serveCommand],
  ['init', async () => (await import('./cli/initCommand.js')).initCommand],
  ['config', async () => (await import('./cli/configCommand.js')).configCommand],
  ['keys', async () => (await import('./cli/keysCommand.js')).keysCommand],
  ['check', async () => (await import('./cli/checkCommand.js')).checkCommand],
  ['fixture', async () => (await import('./cli/fixtureCommand.js')).fixtureCommand],
  ['explain', async () => (await import('./cli/explain/explainCommand.js')).explainCommand],
  ['openapi', async () => (await import('./cli/openapiCommand.js')).openapiCommand],
  ['guide', async () => (await import('./cli/guideCommand.js')).guideCommand],
  ['types', async () => (await import('./cli/typesCommand.js')).typesCommand],
  ['drift', async () => (await import('./cli/driftCommand.js')).driftCommand],
  ['learn', async () => (await import('./cli/learn/learnCommand.js')).learnCommand],
  ['diff', async () => (await import('./cli/diff/diffCommand.js')).diffCommand],
  ['doctor', async () => (await import('./cli/doctorCommand.js')).doctorCommand],
  ['stage', async () => (await import('./cli/stageCommand.js')).stageCommand],
  ['client', async () => (await import('./cli/clientCommand.js')).clientCommand],
  ['plan', async () => (await import('./cli/planCommand.js')).planCommand],
  ['index', async () => (await import('./cli/indexCommand.js')).indexCommand],
  ['writes', async () => (await import('./cli/writesCommand.js')).writesCommand],
  ['record', recording],
  ['import', recording],
  ['replay', recording],
  ['sandbox', async () => (await import('./cli/sandboxCommand.js')).sandboxCommand],
  ['worker', async () => (await import('./cli/workerCommand.js')).workerCommand],
]);

async function main(words: readonly string[]): Promise<void> {
  const program = new Command('lifeboat')
    .description('A v1-to-v2 migration gateway: old API v1 programs go on working after v1 is switched off.')
    .version(packageVersion())
    .configureHelp({ optionDescription: describeOption })
    .exitOverride();
  watchOutput(exitCodes(words).failed);
  const [, , name = ''] = words;
  const asked = commands.get(name);
  // Without one by that name its place is in the help, or in what commander says of it.
  for (const load of asked === undefined ? new Set(commands.values()) : [asked]) (await load())(program);
  try {
    await program.parseAsync(words);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander ends help and version with 0 and has already printed what is wrong otherwise.
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes(words).usage;
  }
}

main(process.argv).catch((error: unknown) => {
  process.stderr.write(
    `lifeboat failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = exitCodes(process.argv).failed;
});

#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { checkCommand } from './cli/checkCommand';
import { configCommand } from './cli/configCommand';
import { describeOption } from './cli/describeOption';
import { diffCommand } from './cli/diff/diffCommand';
import { doctorCommand } from './cli/doctorCommand';
import { driftCommand } from './cli/driftCommand';
import { exitCodes } from './cli/exitCodes';
import { explainCommand } from './cli/explain/explainCommand';
import { fixtureCommand } from './cli/fixtureCommand';
import { guideCommand } from './cli/guideCommand';
import { initCommand } from './cli/initCommand';
import { keysCommand } from './cli/keysCommand';
import { learnCommand } from './cli/learn/learnCommand';
import { openapiCommand } from './cli/openapiCommand';
import { packageVersion } from './cli/packageVersion';
import { planCommand } from './cli/planCommand';
import { recordingCommands } from './cli/recording/recordingCommands';
import { sandboxCommand } from './cli/sandboxCommand';
import { serveCommand } from './cli/serveCommand';
import { stageCommand } from './cli/stageCommand';
import { typesCommand } from './cli/typesCommand';
import { workerCommand } from './cli/workerCommand';
import { writesCommand } from './cli/writesCommand';

const commands = [
  serveCommand,
  initCommand,
  configCommand,
  keysCommand,
  checkCommand,
  fixtureCommand,
  explainCommand,
  openapiCommand,
  guideCommand,
  typesCommand,
  driftCommand,
  learnCommand,
  diffCommand,
  doctorCommand,
  stageCommand,
  planCommand,
  writesCommand,
  recordingCommands,
  sandboxCommand,
  workerCommand,
];

async function main(words: readonly string[]): Promise<void> {
  const program = new Command('lifeboat')
    .description('A v1-to-v2 migration gateway: old API v1 programs go on working after v1 is switched off.')
    .version(packageVersion())
    .configureHelp({ optionDescription: describeOption })
    .exitOverride();
  for (const add of commands) add(program);
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

import { debuglog } from 'node:util';
import { CommanderError } from 'commander';
import { watchOutput } from './command';
import { exitCodes } from './exitCodes';
import { createProgram } from './program';

async function run(words: readonly string[]): Promise<void> {
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

/** Runs the command that these words name, as in `process.argv`; sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = 'this is a fault of Lifeboat; NODE_DEBUG=lifeboat prints where, for a report';
    process.stderr.write(`lifeboat failed: ${reason}\n  = hint: ${hint}\n`);
    debuglog('lifeboat')('%s', error instanceof Error ? error.stack : error);
    process.exitCode = exitCodes(words).failed;
  }
}

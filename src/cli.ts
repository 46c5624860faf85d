import { debuglog } from 'node:util';
import { CommanderError } from 'commander';
import { exitCodes, watchOutput } from './cli/command';
import { createProgram } from './cli/program';

async function main(words: readonly string[]): Promise<void> {
  watchOutput(exitCodes(words).failed);
  const [, , name = ''] = words;
  const program = await createProgram(name);
  try {
    await program.parseAsync(words);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander ends help and version with 0 and has already printed what is wrong otherwise.
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes(words).usage;
  }
}

main(process.argv).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  const hint = 'this is a fault of Lifeboat; NODE_DEBUG=lifeboat prints where, for a report';
  process.stderr.write(`lifeboat failed: ${reason}\n  = hint: ${hint}\n`);
  debuglog('lifeboat')('%s', error instanceof Error ? error.stack : error);
  process.exitCode = exitCodes(process.argv).failed;
});

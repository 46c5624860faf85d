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
  process.stderr.write(
    `lifeboat failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = exitCodes(process.argv).failed;
});

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../../config';
import { isServerUrl, readServerUrl } from '../../config/postgresUrl';
import { defineCommand, refused } from '../command';
import type { Terminal } from '../terminal';

/** Returns the store that the command line names; `env:NAME` keeps an address with a password off the command line. */
function placeOf(word: string, environment: Environment) {
  const isName = word.startsWith('env:');
  const text = isName ? environment[word.slice('env:'.length)] : word;
  if (text === undefined || text === '') return undefined;
  if (!isServerUrl(text)) return { at: resolve(text), name: text };
  const server = readServerUrl(text);
  return server && { at: server, name: server.shown };
}

interface CopyOptions {
  readonly json: boolean;
}

async function copy(
  words: readonly [from: string, to: string],
  { json }: CopyOptions,
  { environment, terminal }: { readonly environment: Environment; readonly terminal: Terminal },
): Promise<0 | 1 | 2> {
  const [from, to] = words.map((word) => placeOf(word, environment));
  if (from === undefined || to === undefined) {
    const word = from === undefined ? words[0] : words[1];
    return refused(
      [`${word}: this is no file, no postgres:// address and no variable that is set`],
      terminal,
      2,
    );
  }
  const { copyStore } = await import('../../store/copyStore.js');
  try {
    const { rows, events } = await copyStore(from, to, Date.now());
    if (json) {
      terminal.write(JSON.stringify({ from: from.name, to: to.name, rows, events }, null, 2));
      return 0;
    }
    for (const [table, count] of Object.entries(rows)) if (count > 0) terminal.write(`${count} ${table}`);
    terminal.write(
      `copied from ${from.name} to ${to.name}; the log of stages is whole, up to line ${events}`,
    );
    return 0;
  } catch (error) {
    return refused([error instanceof Error ? error.message : String(error)], terminal, 1);
  }
}

/** Adds `lifeboat store`. */
export function storeCommand(program: Command): void {
  const store = program.command('store').description('copy what a gateway keeps to another place');
  store
    .command('copy <from> <to>')
    .description(
      'copy a store, a file or a PostgreSQL database, into an empty one; write env:NAME for an address with a password',
    )
    .option('--json', 'print the numbers of rows as JSON', false)
    .action(
      defineCommand((surroundings, from: string, to: string, options: CopyOptions) =>
        copy([from, to], options, surroundings),
      ),
    );
}

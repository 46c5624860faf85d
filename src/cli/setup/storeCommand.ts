import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../../config';
import { isServerUrl, readServerUrl } from '../../config/postgresUrl';
import { addCommand, CommandEnd } from '../command';
import { print } from '../terminal';

/** Returns the store that the command line names; `env:NAME` keeps an address with a password off the command line. */
function storeAt(word: string, environment: Environment) {
  const isName = word.startsWith('env:');
  const text = isName ? environment[word.slice('env:'.length)] : word;
  const server = text !== undefined && isServerUrl(text) ? readServerUrl(text) : undefined;
  if (server !== undefined) return { at: server, name: server.shown };
  if (text !== undefined && text !== '' && !isServerUrl(text)) return { at: resolve(text), name: text };
  const reason = 'this is no file, no postgres:// address and no variable that is set';
  throw new CommandEnd([`${word}: ${reason}`], 2);
}

interface CopyWords {
  readonly from: string;
  readonly to: string;
  readonly json: boolean;
}

export function storeCommand(program: Command): void {
  const store = program.command('store').description('copy what a gateway keeps to another place');
  addCommand(store, 'copy', {
    about:
      'copy a store, a file or a PostgreSQL database, into an empty one; write env:NAME for an address with a password',
    takes: (command) => command.argument('<from>').argument('<to>'),
    run: async (words: CopyWords, { environment, terminal }) => {
      const [from, to] = [storeAt(words.from, environment), storeAt(words.to, environment)];
      const { copyStore } = await import('../../store/copyStore.js');
      const { rows, events } = await copyStore(from, to, Date.now()).catch((error: unknown) => {
        throw new CommandEnd([error instanceof Error ? error.message : String(error)], 1);
      });
      const lines = [
        ...Object.entries(rows).flatMap(([table, count]) => (count > 0 ? [`${count} ${table}`] : [])),
        `copied from ${from.name} to ${to.name}; the log of stages is whole, up to line ${events}`,
      ];
      print({ from: from.name, to: to.name, rows, events }, lines, words.json, terminal);
      return 0;
    },
  });
}

import type { Command } from 'commander';
import { addCommand, parseCount, parsePort, addConfigOption } from '../command';
import type { ServeOptions } from './serve';

/** Adds the internal command by which `lifeboat serve --workers` starts its processes. */
export const workerCommand = (program: Command): Command =>
  addCommand(program, 'worker', {
    about: '',
    isHidden: true,
    run: async (_words, { terminal }) =>
      (await import('../../runtime/cluster/workerProcess.js')).runWorker(terminal.interactive),
    end: 'exit',
  });

/** Options that concern the embedded marketplace. */
const OF_SANDBOX = { traffic: '--traffic', liveShapes: '--live-shapes', sandboxPort: '--sandbox-port' };

/** Says why options of the embedded marketplace contradict each other. Returns undefined if they do not. */
function sandboxFault(
  { sandbox, sandboxPort, port, adminPort }: ServeOptions,
  isGiven: (name: string) => boolean,
): string | undefined {
  const lone = Object.entries(OF_SANDBOX).find(([name]) => !sandbox && isGiven(name));
  if (lone !== undefined) return `${lone[1]} is for the embedded marketplace: add --sandbox`;
  if (!sandbox || sandboxPort === 0 || ![port, adminPort].includes(sandboxPort)) return undefined;
  return `${sandboxPort} is the port of the marketplace: choose another with --sandbox-port`;
}

export const serveCommand = (program: Command): Command =>
  addCommand(program, 'serve', {
    about: 'run the gateway',
    takes: (command) =>
      addConfigOption(command)
        .option('-p, --port <port>', 'port of the gateway, 0 for any free one', parsePort)
        .option('--admin-port <port>', 'admin port, 0 for any free one', parsePort)
        .option('--workers <count>', 'processes that answer clients on one port', parseCount, 1)
        .option('--sandbox', 'use an embedded marketplace as the upstream', false)
        .option('--traffic', 'with --sandbox: let programs of sellers call the gateway', false)
        .option('--sandbox-port <port>', 'port of the marketplace, 0 for any free one', parsePort, 8090)
        .option('--live-shapes', 'let the marketplace answer as the live service was seen to', false)
        .option('--json', 'print the addresses, and log, as JSON', false),
    run: async (options: ServeOptions, around, command) => {
      const wrong = sandboxFault(options, (name) => command.getOptionValueSource(name) === 'cli');
      if (wrong !== undefined) return command.error(`error: ${wrong}`);
      return (await import('./serve.js')).serveUntilSignal(options, around);
    },
    // A list that is still read in the background must not keep the process alive.
    end: 'exit',
  });

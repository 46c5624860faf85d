import type { Command } from 'commander';
import { defineCommand, parseCount, parsePort } from '../command';
import type { ServeOptions } from './serve';

/** Adds the internal command by which `lifeboat serve --workers` starts its processes. */
export function workerCommand(program: Command): void {
  program.command('worker', { hidden: true }).action(
    defineCommand(async ({ terminal }) => {
      const { runWorker } = await import('../../runtime/cluster/workerProcess.js');
      return runWorker(terminal.interactive);
    }, 'exit'),
  );
}

/** Options that concern the embedded marketplace. */
const OF_SANDBOX = { traffic: '--traffic', liveShapes: '--live-shapes', sandboxPort: '--sandbox-port' };

/** Says why options of the embedded marketplace contradict each other; undefined if they do not. */
function wrongSandbox(
  { sandbox, sandboxPort, port, adminPort }: ServeOptions,
  isGiven: (name: string) => boolean,
): string | undefined {
  const lone = Object.entries(OF_SANDBOX).find(([name]) => !sandbox && isGiven(name));
  if (lone !== undefined) return `${lone[1]} is for the embedded marketplace: add --sandbox`;
  const meets = sandbox && sandboxPort !== 0 && [port, adminPort].includes(sandboxPort);
  return meets
    ? `${sandboxPort} is the port of the marketplace: choose another with --sandbox-port`
    : undefined;
}

/** Adds `lifeboat serve`. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the gateway')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('-p, --port <port>', 'port of the gateway, 0 for any free one', parsePort)
    .option('--admin-port <port>', 'admin port, 0 for any free one', parsePort)
    .option('--workers <count>', 'processes that answer clients on one port', parseCount, 1)
    .option('--record <file>', 'recording that the answers of v1 are added to, without secrets')
    .option('--sandbox', 'use an embedded marketplace as the upstream', false)
    .option('--traffic', 'with --sandbox: let programs of sellers call the gateway', false)
    .option('--sandbox-port <port>', 'port of the marketplace, 0 for any free one', parsePort, 8090)
    .option('--live-shapes', 'let the marketplace answer as the live service was seen to', false)
    .option('--json', 'print the addresses, and log, as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, options: ServeOptions, command: Command) => {
        const wrong = wrongSandbox(options, (name) => command.getOptionValueSource(name) === 'cli');
        if (wrong !== undefined) return command.error(`error: ${wrong}`);
        const { serveUntilSignal } = await import('./serve.js');
        // `exit` instead of `exitCode`: a list that is still read in the background must not keep the process alive.
        return serveUntilSignal(options, environment, terminal);
      }, 'exit'),
    );
}

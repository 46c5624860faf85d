import type { Command } from 'commander';
import { environment } from '../config';

/** Adds the command that `lifeboat serve --workers` starts its processes with; nobody else has use for it. */
export function workerCommand(program: Command): void {
  program.command('worker', { hidden: true }).action(async () => {
    const { runWorker } = await import('./workers/runWorker.js');
    process.exit(await runWorker(environment()));
  });
}

import type { Command } from 'commander';
import { environment } from '../../config';
import { terminal } from '../terminal';

/** Adds `lifeboat learn`. */
export function learnCommand(program: Command): void {
  program
    .command('learn')
    .description('propose mapping lines for a resource that has none, from recorded answers of both APIs')
    .argument('<pairs>', 'file with one {"v1": body, "v2": body} of the same thing a line')
    .option('--json', 'print everything as JSON', false)
    .action(async (pairs: string, { json }: { readonly json: boolean }) => {
      const { learn } = await import('./learn.js');
      process.exitCode = learn({ pairs, json }, terminal(environment()));
    });
}

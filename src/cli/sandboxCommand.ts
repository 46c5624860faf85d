import { type Command, InvalidArgumentError } from 'commander';
import { environment } from '../config';
import { parseCount } from './parseCount';
import { parseInstant } from './parseInstant';
import { parsePort } from './parsePort';
import { addSandboxControls } from './addSandboxControls';
import type { SandboxRunOptions } from './sandboxRun';
import { terminal } from './terminal';

/** Reads what may stand in a header (RFC 9110 5.5). */
function parseHeaderText(text: string): string {
  if (/^[!-~]([ -~]*[!-~])?$/.test(text)) return text;
  throw new InvalidArgumentError('It takes ASCII characters, without a space at either end.');
}

/** Adds `lifeboat sandbox` and the commands that play along with a running one. */
export function sandboxCommand(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('run the marketplace itself, v1 and v2, to try everything against')
    .option('-p, --port <port>', 'port, 0 for any free one', parsePort, 8090)
    .option('--data <file>', 'keep everything in this file (default: in memory)')
    .option(
      '--seed <number>',
      'what a new marketplace is filled with follows from this number',
      parseCount,
      1,
    )
    .option('--sellers <count>', 'sellers of a new marketplace', parseCount, 1)
    .option('--offers <count>', 'account offers of each seller; others in proportion', parseCount, 120)
    .option('--now <instant>', 'start the clock here, such as 2025-11-01; it runs on', parseInstant)
    .option('--v1-sunset <instant>', 'when v1 ends (default: 2025-11-30T00:00:00Z)', parseInstant)
    .option('--usd-rate <decimal>', 'dollars for one euro', '1.0842')
    .option('--live-shapes', 'answer as the live service was seen to, not as the specification says', false)
    .option('--webhook-user-agent <text>', 'User-Agent of the webhooks', parseHeaderText, 'lifeboat-sandbox')
    .option('--strict-limits', 'also limit writes to one resource, as the live service does', false)
    .action(async (options: SandboxRunOptions) => {
      const { sandboxRun } = await import('./sandboxRun.js');
      process.exit(await sandboxRun(options, terminal(environment())));
    });
  addSandboxControls(sandbox);
}

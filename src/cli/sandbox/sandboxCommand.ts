import { type Command, InvalidArgumentError } from 'commander';
import { readMicros } from '../../sandbox/values/amounts';
import { addCommand, parseCount, parseInstant, parsePort } from '../command';

function parseUsdRate(text: string): string {
  if ((readMicros(text) ?? 0n) > 0n) return text;
  throw new InvalidArgumentError('It is a decimal number above 0 of at most 6 places, such as 1.0842.');
}

export const sandboxCommand = (program: Command): Command =>
  addCommand(program, 'sandbox', {
    about: 'run the marketplace itself, v1 and v2, to try everything against',
    takes: (command) =>
      command
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
        .option('--usd-rate <decimal>', 'dollars for one euro', parseUsdRate, '1.0842')
        .option(
          '--live-shapes',
          'answer as the live service was seen to, not as the specification says',
          false,
        )
        .option('--strict-limits', 'also limit writes to one resource, as the live service does', false)
        .option('--json', 'print address and keys as JSON', false),
    load: async () => (await import('./sandboxRun.js')).runSandbox,
    end: 'exit',
  });

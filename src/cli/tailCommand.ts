import { type Command, InvalidArgumentError, Option } from 'commander';
import { environment } from '../config';
import { parseCount } from './parseCount';
import { systemClock as clock } from './systemClock';
import type { TailOptions } from './tail';
import { reportTerminal } from './terminal';
import { untilSignal } from './untilSignal';
import { withAdminPlace } from './withAdminPlace';

/** The gateway is asked so often, ms. */
const PAUSE = 250;

function parseStatus(text: string): string {
  if (/^[1-5](\d\d|xx)$/.test(text)) return text;
  throw new InvalidArgumentError('It is a status such as 404, or a class such as 5xx.');
}

/** Adds `lifeboat tail`. */
export function tailCommand(program: Command): void {
  withAdminPlace(program.command('tail'))
    .description('show the requests of the running gateway as they come, until Ctrl-C')
    .option('--resource <name>', 'only of this resource')
    .option('--operation <name>', 'only of this operation')
    .option('--caller <fingerprint>', 'only of the caller whose fingerprint begins so')
    .option('--status <class>', 'only with this status: 404, 5xx', parseStatus)
    .addOption(new Option('--side <side>', 'only what this side answered').choices(['v1', 'v2']))
    .option('--count <number>', 'end after so many', parseCount)
    .option('--json', 'print one JSON object a line', false)
    .action(async (options: TailOptions) => {
      const ended = untilSignal(clock, () => process.exit(130)).then(() => false);
      const pause = (): Promise<boolean> =>
        Promise.race([ended, new Promise<boolean>((go) => clock.schedule(PAUSE, () => go(true)))]);
      const command = await import('./tail.js');
      process.exitCode = await command.tail(options, environment(), reportTerminal(environment()), pause);
    });
}

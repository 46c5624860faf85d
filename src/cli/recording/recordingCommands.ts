import { type Command, InvalidArgumentError, Option } from 'commander';
import { defineCommand, parseAddress, parseCount, withAdminPlace } from '../command';
import { systemClock } from '../../runtime/systemClock';
import { stopSignal } from '../terminal';
import type { ImportOptions } from './importRecording';
import type { RecordOptions } from './record';
import { REPORT_FORMATS } from '../diff/report/renderReport';
import { withVerdict } from '../diff/diffVerdict';
import type { ReplayOptions } from './replayRecording';

function parseRate(text: string): number {
  const rate = Number(text);
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new InvalidArgumentError('It must be a number of requests a second, more than 0.');
}

/** Adds `lifeboat record` and `lifeboat import`. */
function keepingCommands(program: Command): void {
  withAdminPlace(program.command('record'))
    .description('record the answers of v1 through the running gateway, without secrets, until Ctrl-C')
    .argument('<file>', 'recording to add to')
    .option('--count <number>', 'end after this number of exchanges', parseCount)
    .option('--json', 'print at the end as JSON how many there are', false)
    .action(
      defineCommand(async ({ environment, terminal }, file: string, options: RecordOptions) => {
        const { recordV1 } = await import('./record.js');
        return recordV1(file, options, environment, terminal);
      }),
    );
  program
    .command('import')
    .description('make a recording of a HAR file, or of exchanges as NDJSON; secrets are taken out')
    .argument('<file>', 'HAR or NDJSON')
    .requiredOption('-o, --out <file>', 'recording to add to')
    .option('--json', 'print as JSON how many there are', false)
    .option('-m, --mappings <folder>', 'folder of the mapping files (default: the shipped ones)')
    .action(
      defineCommand(async ({ terminal }, file: string, options: ImportOptions) => {
        const { importRecording } = await import('./importRecording.js');
        return importRecording(file, options, terminal);
      }),
    );
}

/** Adds `lifeboat record`, `lifeboat import` and `lifeboat replay`. */
export function recordingCommands(program: Command): void {
  keepingCommands(program);
  const replaying = program
    .command('replay')
    .description('play recorded reads through the translation and compare with the answers of v1')
    .argument('<file>', 'recording')
    .requiredOption('--against <origin>', 'API v2', parseAddress)
    .option('--key-env <name>', 'environment variable that holds a key of v2')
    .option('--keys <file>', 'exchange table: each request is played with the key of its sender')
    .option('--caller <caller>', 'only the requests of one: fingerprint, its beginning, or name')
    .option(
      '-c, --config <file>',
      'settings of the gateway that names callers (default: lifeboat.yaml if it exists)',
    )
    .option('--rate <number>', 'requests a second', parseRate, 5)
    .option('--filter <text>', 'only requests with this in their path or query')
    .option('--writes', 'play writes too; into a sandbox only', false)
    .option(
      '--pairs <file>',
      'recording to add the exchanges to with what v2 answered, for `diff --mappings`',
    )
    .addOption(
      new Option('--format <name>', 'how the report is written').choices(REPORT_FORMATS).default('text'),
    )
    .addOption(new Option('--json', 'as --format json').implies({ format: 'json' }))
    .option('--check', 'let the verdict be the exit code: 0 within budget, 1 over, 2 undecided', false)
    .option('-m, --mappings <folder>', 'folder of the mapping files (default: the shipped ones)');
  withVerdict(replaying).action(
    defineCommand(async ({ environment, terminal }, file: string, options: ReplayOptions) => {
      const { replay } = await import('./replayRecording.js');
      return replay(file, options, environment, terminal, stopSignal(systemClock));
    }),
  );
}

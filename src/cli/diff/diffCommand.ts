import { type Command, Option } from 'commander';
import { askSecret } from '../setup/askSecret';
import { differenceEntries } from '../../operator/differenceEntries';
import { defineCommand, parseAddress, parseCount, parseInstant, parseInstantText } from '../command';
import { addEntry } from '../entryCommand';
import { systemClock } from '../../runtime/systemClock';
import { stopSignal } from '../terminal';
import type { DiffOptions } from './diff';
import type { MappingsOptions } from './diffMappings';
import { REPORT_FORMATS } from './report/renderReport';
import type { PairPlace } from './diffIssues';
import { withVerdict } from './diffVerdict';
import type { RunOptions } from './run/diffRun';
import type { SuggestOptions } from './suggest';

/** Names the options of `diff` that a subcommand takes in its help; `diff` itself reads them, in any position. */
function taking(diff: Command, command: Command, names: readonly string[]): Command {
  for (const option of diff.options) if (names.includes(option.attributeName())) command.addOption(option);
  return command;
}

function addShow(diff: Command): void {
  taking(diff, diff.command('show'), ['config', 'admin', 'store', 'json'])
    .description(
      'show one pair side by side: v1, v2 translated, v2 itself, and the mapping lines between them',
    )
    .argument('<id>', 'of a sample or an issue, as `lifeboat diff` names it')
    .action(
      defineCommand(async ({ environment, report }, id: string, _options: object, command: Command) => {
        const { showPair } = await import('./diffIssues.js');
        const pairPlace = command.optsWithGlobals<PairPlace>();
        return showPair(id, pairPlace, environment, report);
      }),
    );
}

const ISSUE = 'of an issue, as `lifeboat diff` names it';

function addSettling(diff: Command): void {
  addEntry(diff, 'resolve', differenceEntries.resolve, {
    about: 'record that an issue is mended: earlier evidence of it no longer counts',
    takes: (command) => command.argument('<id>', ISSUE),
  });
  addEntry(diff, 'agree', differenceEntries.agree, {
    about: 'record that v2 may differ there: it counts as no difference until a day',
    takes: (command) =>
      command
        .argument('<id>', ISSUE)
        .requiredOption('--until <instant>', 'when it counts again', parseInstantText)
        .option('--owner <name>', 'who answers for it (default: as --by)'),
    input: ({ owner, by }) => ({ owner: owner ?? by }),
  });
}

function addRun(diff: Command): void {
  taking(diff, diff.command('run'), ['config', 'format', 'json', 'verbose', 'budget', 'failOn'])
    .description('compare two live systems, read by read, without running the gateway')
    .requiredOption('--v1 <origin>', 'address of v1', parseAddress)
    .requiredOption('--v2 <origin>', 'address of v2', parseAddress)
    .option('--paths <file>', 'v1 reads to compare, one per line')
    .option('--all', 'compare everything that the lists of v1 show', false)
    .option('--key-env <name>', 'environment variable that holds the key; asked for otherwise')
    .option('--v1-key-env <name>', 'of v1, where it takes another key')
    .option('--per-minute <number>', 'most requests begun in a minute', parseCount, 200)
    .option('--show', 'also show the smallest pair of every difference side by side', false)
    .action(
      defineCommand(async ({ environment, report }, _options: object, command: Command) => {
        const { run } = await import('./run/diffRun.js');
        const options = command.optsWithGlobals<RunOptions>();
        const surroundings = {
          environment,
          terminal: report,
          ask: (what: string) => askSecret()(what),
          cancel: stopSignal(systemClock),
        };
        return run(options, surroundings);
      }),
    );
}

/** Adds `lifeboat diff` and its subcommands. */
export function diffCommand(program: Command): void {
  const command = program
    .command('diff')
    .description('show what v2 would change for clients')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--admin <origin>', 'admin port of the gateway (default: as configured)', parseAddress)
    .addOption(new Option('--format <name>', 'how it is written').choices(REPORT_FORMATS).default('text'))
    .addOption(new Option('--json', 'print JSON').implies({ format: 'json' }))
    .option(
      '--verbose',
      'with the statistics, the noise of v1 and the agreed differences that hide nothing',
      false,
    )
    .option(
      '--since <instant>',
      'count only what was seen from then on (default: the last 7 days; of a store everything)',
      parseInstant,
    )
    .option('--follow', 'show it again whenever it changes, until Ctrl-C', false)
    .option('--store <file>', 'read the evidence in a store instead of asking the gateway')
    .option('--rules <file>', 'show the effect of other agreed differences on the evidence')
    .option('--suggest <pairs>', 'show the mapping lines that would make the values of v1 in recorded pairs')
    .option(
      '-m, --mappings <folder>',
      'say what other mapping files would make of it; with --suggest, of these',
    )
    .option('--recording <file>', 'judge the pairs of a recording, with --mappings')
    .action(
      defineCommand(
        async (
          { environment, report },
          options: DiffOptions & Partial<MappingsOptions> & Partial<SuggestOptions>,
        ) => {
          if (options.suggest !== undefined) {
            const { suggest } = await import('./suggest.js');
            return suggest({ ...options, suggest: options.suggest }, report);
          }
          const { mappings, recording } = options;
          if (recording !== undefined && mappings === undefined)
            return command.error('--recording goes with --mappings', { exitCode: 3 });
          if (mappings !== undefined) {
            const { diffMappings } = await import('./diffMappings.js');
            return diffMappings({ ...options, mappings }, environment, report);
          }
          if (options.store !== undefined || options.rules !== undefined) {
            const { diffStored } = await import('./diffMappings.js');
            return diffStored(options, environment, report);
          }
          const { diff } = await import('./diff.js');
          return diff(options, environment, report);
        },
      ),
    );
  withVerdict(command);
  for (const add of [addShow, addSettling, addRun]) add(command);
}

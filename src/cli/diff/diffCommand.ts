import { type Command, Option } from 'commander';
import { differenceEntries } from '../../operator/differenceEntries';
import { addCommand, parseAddress, parseCount, parseInstant, addAdminOptions } from '../command';
import { addEntry } from '../entryCommand';
import { systemClock } from '../../runtime/systemClock';
import { createStopSignal } from '../terminal';
import type { DiffOptions } from './diff';
import type { StoredOptions } from './diffMappings';
import { REPORT_FORMATS } from './report/renderReport';
import { withVerdict } from './diffVerdict';
import type { RunOptions } from './run/diffRun';
import type { SuggestOptions } from '../mappings/learnFromPairs';

/** Names the options of `diff` that a subcommand takes in its help; `diff` itself reads them, in any position. */
function taking(diff: Command, command: Command, names: readonly string[]): Command {
  for (const option of diff.options) if (names.includes(option.attributeName())) command.addOption(option);
  return command;
}

function addShow(diff: Command): void {
  addCommand(diff, 'show', {
    about: 'show one pair side by side: v1, v2 translated, v2 itself, and the mapping lines between them',
    takes: (command) =>
      taking(diff, command, ['config', 'admin', 'store', 'json']).argument(
        '<id>',
        'of a sample or an issue, as `lifeboat diff` names it',
      ),
    load: async () => (await import('./diff.js')).showPair,
  });
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
        .requiredOption('--until <instant>', 'when it counts again')
        .option('--owner <name>', 'who answers for it (default: as --by)'),
    input: ({ owner, by }) => ({ owner: owner ?? by }),
  });
}

function addRun(diff: Command): void {
  addCommand(diff, 'run', {
    about: 'compare two live systems, read by read, without running the gateway',
    takes: (command) =>
      taking(diff, command, ['config', 'format', 'json', 'verbose', 'budget', 'failOn'])
        .requiredOption('--v1 <origin>', 'address of v1', parseAddress)
        .requiredOption('--v2 <origin>', 'address of v2', parseAddress)
        .option('--paths <file>', 'v1 reads to compare, one per line')
        .option('--all', 'compare everything that the lists of v1 show', false)
        .option('--key-env <name>', 'environment variable that holds the key; asked for otherwise')
        .option('--v1-key-env <name>', 'of v1, where it takes another key')
        .option('--per-minute <number>', 'most requests begun in a minute', parseCount, 200)
        .option('--show', 'also show the smallest pair of every difference side by side', false),
    run: async (words: RunOptions, around) => {
      const { createAskSecret: askSecret } = await import('../setup/askSecret.js');
      const ask = (what: string) => askSecret()(what);
      return (await import('./run/diffRun.js')).run(words, {
        ...around,
        ask,
        cancel: createStopSignal(systemClock),
      });
    },
  });
}

export function diffCommand(program: Command): void {
  const diff = addCommand(program, 'diff', {
    about: 'show what v2 would change for clients',
    takes: (command) =>
      withVerdict(
        addAdminOptions(command)
          .addOption(
            new Option('--format <name>', 'how it is written').choices(REPORT_FORMATS).default('text'),
          )
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
          .option('--store <file>', 'read the evidence in a store instead of asking the gateway')
          .option('--rules <file>', 'show the effect of other agreed differences on the evidence')
          .option(
            '--suggest <pairs>',
            'show the mapping lines that would make the values of v1 in recorded pairs',
          )
          .option(
            '-m, --mappings <folder>',
            'say what other mapping files would make of it; with --suggest, of these',
          )
          .option('--recording <file>', 'judge the pairs of a recording, with --mappings'),
      ),
    run: async (words: DiffOptions & StoredOptions & Partial<SuggestOptions>, around, command) => {
      const { suggest: pairs, mappings, recording, store, rules } = words;
      if (pairs !== undefined)
        return (await import('../mappings/learnFromPairs.js')).suggestLines(
          { ...words, suggest: pairs },
          around.terminal,
        );
      if (recording !== undefined && mappings === undefined)
        return command.error('--recording goes with --mappings', { exitCode: 3 });
      if ([mappings, store, rules].some((word) => word !== undefined))
        return (await import('./diffMappings.js')).diffStored(words, around);
      return (await import('./diff.js')).diff(words, around);
    },
  });
  for (const add of [addShow, addSettling, addRun]) add(diff);
}

import { type Command, Option } from 'commander';
import { environment } from '../../config';
import type { AdminPlace } from '../adminOrigin';
import { terminal } from '../terminal';
import type { DiffOptions } from './diff';
import { REPORT_FORMATS } from './renderReport';
import type { SuggestOptions } from './suggest';

/** A terminal that is coloured where the report itself goes to one. */
function reportTerminal() {
  const opened = terminal(environment());
  return { ...opened, colour: process.stdout.isTTY && (environment()['NO_COLOR'] ?? '') === '' };
}

function addShow(diff: Command): void {
  diff
    .command('show')
    .description(
      'show one pair side by side: v1, v2 translated, v2 itself, and the mapping lines between them',
    )
    .argument('<id>', 'of a sample, as `lifeboat diff` names it')
    .action(async (id: string, _options: object, command: Command) => {
      const { showPair } = await import('./showPair.js');
      const place = command.optsWithGlobals<AdminPlace>();
      process.exitCode = await showPair(id, place, environment(), reportTerminal());
    });
}

/** Adds `lifeboat diff` and what is below it. */
export function diffCommand(program: Command): void {
  const command = program
    .command('diff')
    .description('show what v2 would change for clients; exit 0 within budget, 1 over, 2 undecided')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--admin <origin>', 'admin port of the gateway (default: as configured)')
    .addOption(new Option('--format <name>', 'how it is written').choices(REPORT_FORMATS).default('text'))
    .option('--follow', 'show it again whenever it changes, until Ctrl-C', false)
    .option('--suggest <pairs>', 'say which mapping lines would make what v1 showed in recorded pairs')
    .option('-m, --mappings <folder>', 'mapping files for --suggest (default: the ones of Lifeboat)')
    .action(async (options: DiffOptions & Partial<SuggestOptions>) => {
      if (options.suggest !== undefined) {
        const { suggest } = await import('./suggest.js');
        process.exitCode = suggest({ ...options, suggest: options.suggest }, reportTerminal());
        return;
      }
      const { diff } = await import('./diff.js');
      process.exitCode = await diff(options, environment(), reportTerminal());
    });
  addShow(command);
}

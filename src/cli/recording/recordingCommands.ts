import { type Command, InvalidArgumentError, Option } from 'commander';
import { addCommand, parseAddress, parseCount, withAdminPlace, withConfig } from '../command';
import { withVerdict } from '../diff/diffVerdict';
import { REPORT_FORMATS } from '../diff/report/renderReport';
import { stopSignal } from '../terminal';
import { systemClock } from '../../runtime/systemClock';
import type { ImportOptions } from './importRecording';
import type { RecordOptions } from './record';
import type { ReplayOptions } from './replayRecording';

function parseRate(text: string): number {
  const rate = Number(text);
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new InvalidArgumentError('It must be a number of requests a second, more than 0.');
}

/** The recording that a command reads or writes. */
interface RecordingWord {
  readonly file: string;
}

/** Adds `lifeboat record`, `lifeboat import` and `lifeboat replay`. */
export function recordingCommands(program: Command): void {
  addCommand(program, 'record', {
    about: 'record the answers of v1 through the running gateway, without secrets, until Ctrl-C',
    takes: (command) =>
      withAdminPlace(command)
        .argument('<file>', 'recording to add to')
        .option('--count <number>', 'end after this number of exchanges', parseCount),
    run: async ({ file, ...words }: RecordOptions & RecordingWord, { environment, terminal }) =>
      (await import('./record.js')).recordV1(file, words, environment, terminal),
  });
  addCommand(program, 'import', {
    about: 'make a recording of a HAR file, or of exchanges as NDJSON; secrets are taken out',
    takes: (command) =>
      command
        .argument('<file>', 'HAR or NDJSON')
        .requiredOption('-o, --out <file>', 'recording to add to')
        .option('-m, --mappings <folder>', 'folder of the mapping files (default: the shipped ones)'),
    run: async ({ file, ...words }: ImportOptions & RecordingWord, { terminal }) =>
      (await import('./importRecording.js')).importRecording(file, words, terminal),
  });
  addCommand(program, 'replay', {
    about: 'play recorded reads through the translation and compare with the answers of v1',
    takes: (command) =>
      withVerdict(
        withConfig(command)
          .argument('<file>', 'recording')
          .requiredOption('--against <origin>', 'API v2', parseAddress)
          .option('--key-env <name>', 'environment variable that holds a key of v2')
          .option('--rate <number>', 'requests a second', parseRate, 5)
          .option(
            '--pairs <file>',
            'recording to add the exchanges to with what v2 answered, for `diff --mappings`',
          )
          .addOption(
            new Option('--format <name>', 'how the report is written')
              .choices(REPORT_FORMATS)
              .default('text'),
          ),
      ),
    run: async ({ file, ...words }: ReplayOptions & RecordingWord, { environment, terminal }) => {
      const { replay } = await import('./replayRecording.js');
      return replay(file, words, environment, terminal, stopSignal(systemClock));
    },
  });
}

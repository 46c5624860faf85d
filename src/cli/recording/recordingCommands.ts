import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  addCommand,
  parseAddress,
  parseCount,
  addAdminOptions,
  addConfigOption,
  CommandEnd,
  valueOrEnd,
  type Surroundings,
} from '../command';
import { withVerdict, type DiffExit } from '../diff/diffVerdict';
import { REPORT_FORMATS } from '../diff/report/renderReport';
import { createStopSignal, createPause, print } from '../terminal';
import { systemClock as clock } from '../../runtime/systemClock';
import { differenceEntries } from '../../operator/differenceEntries';
import { type AdminPlace, openOperator } from '../operatorClient';
import { reasonOf } from '../../runtime/files';
import { openRecording } from '../../runtime/stores/recordingFile';

/** Interval (ms) between two requests to the gateway. */
const POLL_PAUSE_MS = 1_000;

/**
 * Records v1's answers through a running gateway, without secrets, until there are enough or a signal comes. Returns 0
 * when done, 3 for invalid arguments, 4 on failure.
 */
export async function recordAnswers(
  {
    file,
    count = Infinity,
    json,
    ...adminPlace
  }: AdminPlace & { readonly file: string; readonly count?: number | undefined },
  { environment, terminal }: Surroundings,
): Promise<DiffExit> {
  const { complain } = terminal;
  const { ask } = valueOrEnd(openOperator(adminPlace, environment, terminal), 3);
  const pause = createPause(POLL_PAUSE_MS, createStopSignal(clock));
  let [position, written] = [0, 0];
  try {
    const add = openRecording(file);
    for (let goesOn = true; ;) {
      const { exchanges, next, lost } = valueOrEnd(
        await ask(differenceEntries.recording, { after: position }),
        4,
      );
      if (lost > 0 && position > 0) complain(`${lost} exchanges came too fast and are lost`);
      if (position === 0) complain(`recording to ${file} from now on`);
      const takenExchanges = exchanges.slice(0, count - written);
      add(takenExchanges);
      written += takenExchanges.length;
      position = next;
      // One last read takes the exchanges that arrived before the signal.
      if (written >= count || !goesOn) break;
      goesOn = await pause();
    }
  } catch (error) {
    if (error instanceof CommandEnd) throw error;
    throw new CommandEnd([reasonOf(error)], 4);
  }
  print({ exchanges: written, file }, [`${written} exchanges recorded in ${file}`], json, terminal);
  return 0;
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new InvalidArgumentError('It must be a number of requests a second, more than 0.');
}

export function recordingCommands(program: Command): void {
  addCommand(program, 'record', {
    about: 'record the answers of v1 through the running gateway, without secrets, until Ctrl-C',
    takes: (command) =>
      addAdminOptions(command)
        .argument('<file>', 'recording to add to')
        .option('--count <number>', 'end after this number of exchanges', parseCount),
    run: recordAnswers,
  });
  addCommand(program, 'import', {
    about: 'make a recording of a HAR file, or of exchanges as NDJSON; secrets are taken out',
    takes: (command) =>
      command
        .argument('<file>', 'HAR or NDJSON')
        .requiredOption('-o, --out <file>', 'recording to add to')
        .option('-m, --mappings <folder>', 'folder of the mapping files (default: the shipped ones)'),
    load: async () => (await import('./importRecording.js')).importRecording,
  });
  addCommand(program, 'replay', {
    about: 'play recorded reads through the translation and compare with the answers of v1',
    takes: (command) =>
      withVerdict(
        addConfigOption(command)
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
    load: async () => (await import('./replayRecording.js')).replayRecording,
  });
}

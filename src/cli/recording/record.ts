import type { Environment } from '../../config';
import { differenceEntries } from '../../operator/differenceEntries';
import { type AdminPlace, openOperator } from '../operatorClient';
import type { DiffExit } from '../diff/diffVerdict';
import { reasonOf } from '../../runtime/files';
import { systemClock as clock } from '../../runtime/systemClock';
import { pauses, print, stopSignal, type Terminal } from '../terminal';
import { openRecording } from '../../runtime/stores/recordingFile';
import { CommandEnd, need } from '../command';

/** Options of `lifeboat record`. */
export interface RecordOptions extends AdminPlace {
  /** Number of exchanges after which the command ends; undefined: only Ctrl-C ends it. */
  readonly count?: number | undefined;
  readonly json?: boolean;
}

/** Interval (ms) between two requests to the gateway. */
const PAUSE = 1_000;

/**
 * Records v1's answers through a running gateway, without secrets, until there are enough or a signal comes; returns 0
 * when done, 3 for invalid arguments, 4 on failure.
 */
export async function recordV1(
  file: string,
  { count = Infinity, json, ...adminPlace }: RecordOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { complain } = terminal;
  const { ask } = need(openOperator(adminPlace, environment, terminal), 3);
  const pause = pauses(PAUSE, stopSignal(clock));
  let [position, written] = [0, 0];
  try {
    const add = openRecording(file);
    for (let goesOn = true; ;) {
      const { exchanges, next, lost } = need(await ask(differenceEntries.recording, { after: position }), 4);
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

import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../contract/result';
import { differenceEntries } from '../../operator/differenceEntries';
import { type AdminPlace, openOperator, type OperatorClient } from '../operatorClient';
import type { DiffExit } from '../diff/diffVerdict';
import { reasonOf } from '../../runtime/files';
import { systemClock as clock } from '../../runtime/systemClock';
import { pauses, stopSignal, type Terminal } from '../terminal';
import { openRecording } from '../../runtime/stores/recordingFile';
import { refused } from '../command';

/** Options of `lifeboat record`. */
export interface RecordOptions extends AdminPlace {
  /** Number of exchanges after which the command ends; undefined: only Ctrl-C ends it. */
  readonly count?: number | undefined;
  readonly json?: boolean;
}

/** Interval (ms) between two requests to the gateway. */
const PAUSE = 1_000;

/** Opens a writer of at most `most` exchanges. */
function openWriter(file: string, most: number) {
  const add = openRecording(file);
  let written = 0;
  return {
    count: () => written,
    take: (exchanges: readonly RecordedExchange[]): void => {
      const takenExchanges = exchanges.slice(0, most - written);
      add(takenExchanges);
      written += takenExchanges.length;
    },
  };
}

/** Reads until there are enough exchanges or a signal comes; returns the number written. */
async function follow(
  file: string,
  { ask }: OperatorClient,
  {
    count = Infinity,
    complain,
  }: { readonly count: number | undefined; readonly complain: Terminal['complain'] },
): Promise<Result<number, string>> {
  const pause = pauses(PAUSE, stopSignal(clock));
  const { take, count: written } = openWriter(file, count);
  let position = 0;
  for (let goesOn = true; ;) {
    const read = await ask(differenceEntries.recording, { after: position });
    if (!read.ok) return failure(read.failure.sentence);
    const { exchanges, next, lost } = read.value;
    if (lost > 0 && position > 0) complain(`${lost} exchanges came too fast and are lost`);
    if (position === 0) complain(`recording to ${file} from now on`);
    take(exchanges);
    position = next;
    // One last read takes the exchanges that arrived before the signal.
    if (written() >= count || !goesOn) return success(written());
    goesOn = await pause();
  }
}

/**
 * Records v1's answers through a running gateway, without secrets; returns 0 when done, 3 for invalid arguments, 4 on
 * failure.
 */
export async function recordV1(
  file: string,
  options: RecordOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<DiffExit> {
  const client = openOperator(options, environment, { colour });
  if (!client.ok) return refused(client.failure, { complain }, 3);
  try {
    const written = await follow(file, client.value, { count: options.count, complain });
    if (!written.ok) {
      complain(written.failure);
      return 4;
    }
    const exchanges = written.value;
    write(
      options.json === true
        ? JSON.stringify({ exchanges, file })
        : `${exchanges} exchanges recorded in ${file}`,
    );
    return 0;
  } catch (error) {
    complain(reasonOf(error));
    return 4;
  }
}

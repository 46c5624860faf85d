import { z } from 'zod';
import { recordedExchange, type RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../contract/result';
import { adminOrigin, type AdminPlace, adminToken, askAdmin } from '../adminClient';
import type { DiffExit } from '../diff/diffVerdict';
import { reasonOf } from '../../runtime/files';
import { systemClock as clock } from '../../runtime/systemClock';
import { type Terminal, untilSignal } from '../terminal';
import { openRecording } from '../../runtime/stores/recordingFile';
import { refused } from '../command';

/** Options of `lifeboat record`. */
export interface RecordOptions extends AdminPlace {
  /** Number of exchanges after which the command ends; undefined: Ctrl-C ends it. */
  readonly count?: number | undefined;
  readonly json?: boolean;
}

/** Interval (ms) between two requests to the gateway. */
const PAUSE = 1_000;

const page = z.object({ exchanges: z.array(recordedExchange), next: z.int(), lost: z.int() });

/** Pauses, or ends with the signal. */
function pauses(stopped: Promise<unknown>): () => Promise<boolean> {
  return () =>
    new Promise((resolve) => {
      const stop = clock.schedule(PAUSE, () => resolve(true));
      void stopped.then(() => {
        stop();
        resolve(false);
      });
    });
}

async function readPage(origin: string, after: number, token: string | undefined) {
  const asked = await askAdmin(origin, `/comparison/recording/${after}`, token);
  if (!asked.ok) return asked;
  const read = page.safeParse(asked.value);
  return read.success
    ? success(read.data)
    : failure(`${origin} is the admin port of another version of Lifeboat`);
}

/** Writes exchanges up to a number. */
function openWriter(file: string, most: number) {
  const add = openRecording(file);
  let written = 0;
  return {
    count: () => written,
    take: (exchanges: readonly RecordedExchange[]): void => {
      const taken = exchanges.slice(0, most - written);
      add(taken);
      written += taken.length;
    },
  };
}

/** Reads until there are enough exchanges, or a signal comes; returns how many were written. */
async function follow(
  file: string,
  origin: string,
  token: string | undefined,
  {
    count = Infinity,
    complain,
  }: { readonly count: number | undefined; readonly complain: Terminal['complain'] },
): Promise<Result<number, string>> {
  const pause = pauses(untilSignal(clock, () => process.exit(130)));
  const { take, count: written } = openWriter(file, count);
  let after = 0;
  for (let goesOn = true; ;) {
    const read = await readPage(origin, after, token);
    if (!read.ok) return read;
    const { exchanges, next, lost } = read.value;
    if (lost > 0 && after > 0) complain(`${lost} exchanges came too fast and are lost`);
    if (after === 0) complain(`recording to ${file} from now on`);
    take(exchanges);
    after = next;
    // One last read takes what arrived before the signal.
    if (written() >= count || !goesOn) return success(written());
    goesOn = await pause();
  }
}

/** Records what v1 answers through a running gateway, without secrets: 0 when done, 3 for invalid arguments, 4 on failure. */
export async function recordV1(
  file: string,
  options: RecordOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<DiffExit> {
  const origin = adminOrigin(options, environment, { colour });
  if (!origin.ok) return refused(origin.failure, { complain }, 3);
  try {
    const token = adminToken(options, environment);
    const written = await follow(file, origin.value, token, { count: options.count, complain });
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

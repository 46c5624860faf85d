import { randomBytes } from 'node:crypto';
import { createPrivacy } from '../../comparison/createPrivacy';
import { recordedExchange, type RecordedExchange } from '../../comparison/recordedExchange';
import { scrub } from '../../comparison/scrub';
import { contracts } from '../../contract/contracts';
import { createMatch } from '../../gateway/createMatch';
import { SHIPPED_MAPPINGS } from '../../config/shippedMappings';
import type { Operation } from '../../mapping/operation';
import type { DiffExit } from '../diff/diffExit';
import { readMappings } from '../readMappings';
import { reasonOf } from '../reasonOf';
import type { Terminal } from '../terminal';
import { openRecording } from './openRecording';
import { readEntries } from './readEntries';

/** The options of `lifeboat import`. */
export interface ImportOptions {
  readonly out: string;
  readonly mappings?: string | undefined;
  readonly json?: boolean;
}

/** Makes of an entry what may be kept of it; undefined where it is no exchange, or none that a mapping answers. */
function openScrub(operations: readonly Operation[]): (entry: unknown) => RecordedExchange | undefined {
  const match = createMatch(operations);
  const all = [...contracts.v1.values(), ...contracts.v2.values()];
  const privacy = createPrivacy({ secret: randomBytes(32), contracts: all, kept: [] });
  return (entry) => {
    const read = recordedExchange.safeParse(entry);
    const route = read.success ? match(read.data.method, read.data.target) : undefined;
    return read.success && route?.ok === true
      ? scrub(read.data, route.value.operation.v1.template, privacy)
      : undefined;
  };
}

/** How many entries there were, and what became of them. */
interface Imported {
  taken: number;
  all: number;
  /** Entries that are no JSON, or no entries of a HAR file. */
  senseless: number;
}

async function takeAll(
  file: string,
  out: string,
  scrubbed: (entry: unknown) => RecordedExchange | undefined,
): Promise<Imported> {
  const count: Imported = { taken: 0, all: 0, senseless: 0 };
  // Where there is nothing to keep no recording is left behind.
  let add: ReturnType<typeof openRecording> | undefined;
  for await (const entry of readEntries(file)) {
    const exchange = scrubbed(entry);
    count.all += 1;
    if (entry === undefined) count.senseless += 1;
    if (exchange === undefined) continue;
    count.taken += 1;
    add ??= openRecording(out);
    add([exchange]);
  }
  return count;
}

/** Imports exchanges with v1 from elsewhere; what is no mapped v1 request is left out. 3 for what makes no sense, 4 on failure. */
export async function importRecording(
  file: string,
  { out, mappings: folder = SHIPPED_MAPPINGS, json = false }: ImportOptions,
  { write, complain, colour }: Terminal,
): Promise<DiffExit> {
  const mappings = readMappings(folder, { colour });
  if (!mappings.ok) {
    for (const line of mappings.failure) complain(line);
    return 3;
  }
  let count: Imported;
  try {
    count = await takeAll(file, out, openScrub(mappings.value.operations));
  } catch (error) {
    complain(`${file} cannot be imported: ${reasonOf(error)}`);
    return 4;
  }
  const { taken, all, senseless } = count;
  if (taken === 0) {
    const what = senseless === all ? 'is neither HAR nor NDJSON' : 'holds no exchange with a mapped v1 route';
    complain(`${file} ${what}`);
    return 3;
  }
  if (senseless > 0) complain(`${senseless} of ${all} entries make no sense and were left out`);
  write(
    json ? JSON.stringify({ ...count, out }) : `${taken} of ${all} exchanges are in ${out}, without secrets`,
  );
  return 0;
}

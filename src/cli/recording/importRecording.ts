import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { answerInMappingForm } from '../../gateway/outcome/pairDialect';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { createPrivacy } from '../../comparison/keep/privacy';
import {
  recordedExchange,
  type RecordedExchange,
  scrubExchange,
} from '../../comparison/keep/recordedExchange';
import { createMatch } from '../../gateway/routes';
import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import type { DiffExit } from '../diff/diffVerdict';
import { readMappings } from '../../runtime/inputFiles';
import { reasonOf } from '../../runtime/files';
import { parseJsonOrNothing } from '../operatorClient';
import { print } from '../terminal';
import { openRecording } from '../../runtime/stores/recordingFile';
import { CommandEnd, valueOrEnd, type Surroundings } from '../command';

/** The parts of a HAR entry (HTTP Archive 1.2) that an exchange needs. */
const harEntry = z.object({
  startedDateTime: z.string(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z.object({ text: z.string().optional() }).optional(),
  }),
  response: z.object({
    status: z.int(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }),
  }),
});

type Content = z.infer<typeof harEntry>['response']['content'];

function textOf({ text: content = '', encoding }: Content): string {
  return encoding === 'base64' ? Buffer.from(content, 'base64').toString() : content;
}

/** Converts an entry to the members of a recorded exchange. Returns undefined if it is not a HAR entry. */
function harExchange(entry: unknown, id: string): unknown {
  const read = harEntry.safeParse(entry);
  if (!read.success) return undefined;
  const { request, response, startedDateTime } = read.data;
  if (!URL.canParse(request.url)) return undefined;
  const { pathname, search } = new URL(request.url);
  const headers = response.headers.map(({ name, value }) => [name.toLowerCase(), value]);
  const sentText = request.postData?.text;
  return {
    id,
    at: Date.parse(startedDateTime),
    method: request.method,
    target: `${pathname}${search}`,
    ...(sentText === undefined ? {} : { sent: sentText }),
    status: response.status,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: textOf(response.content),
  };
}

/**
 * A HAR file: one JSON object with a `log`. Its entries are checked one by one, so that a broken entry costs no other.
 */
const harFile = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const HAR = /^\uFEFF?\s*\{\s*"log"\s*:/;
/** Bytes of a file that are enough to recognize its format. */
const FORMAT_BYTES = 1_024;

async function harEntries(file: string): Promise<readonly unknown[]> {
  const content = await readFile(file, 'utf8');
  const { log } = harFile.parse(JSON.parse(content.replace(/^\uFEFF/, '')));
  const run = randomBytes(4).toString('hex');
  return log.entries.map((entry, index) => harExchange(entry, `har-${run}-${index + 1}`));
}

/**
 * Reads the exchanges of a file entry by entry. Returns undefined for an invalid entry. NDJSON is read line by line, a
 * HAR file as a whole. Rejects if the file cannot be read or is a broken HAR file.
 */
async function* readEntries(file: string): AsyncGenerator {
  if (HAR.test(await text(createReadStream(file, { start: 0, end: FORMAT_BYTES })))) {
    yield* await harEntries(file);
    return;
  }
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.trim() !== '') yield parseJsonOrNothing(line.replace(/^\uFEFF/, ''));
  }
}

const NO_EXCHANGE =
  'holds no exchange with a mapped v1 route: `lifeboat help recordings` shows the forms that are taken';

interface ImportOptions {
  readonly file: string;
  readonly out: string;
  readonly mappings?: string | undefined;
  readonly json?: boolean;
}

/** Creates the function that keeps what may be stored of an entry, and drops one that no mapping answers. */
function createScrub({
  operations,
  wire,
}: Pick<Mappings, 'operations' | 'wire'>): (entry: unknown) => RecordedExchange | undefined {
  const match = createMatch(operations);
  const privacy = createPrivacy({ secret: randomBytes(32), kept: [] });
  return (entry) => {
    const read = recordedExchange.safeParse(entry);
    if (!read.success) return undefined;
    const target = wire.inward(read.data.target);
    const route = match(read.data.method, target);
    if (route?.ok !== true) return undefined;
    return scrubExchange(
      answerInMappingForm({ ...read.data, target }, wire),
      route.value.operation.v1.template,
      privacy,
    );
  };
}

/**
 * Imports exchanges with v1 that another program recorded. Skips entries that are no mapped v1 request. Ends with 3 for
 * invalid input, 4 on failure.
 */
export async function importRecording(
  { file, out, mappings: folder = SHIPPED_MAPPINGS, json }: ImportOptions,
  { terminal }: Pick<Surroundings, 'terminal'>,
): Promise<DiffExit> {
  const scrubbed = createScrub(valueOrEnd(readMappings(folder, terminal), 3));
  const count = { taken: 0, all: 0, senseless: 0 };
  try {
    // The recording is opened for the first exchange, so that no empty file is left behind.
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
  } catch (error) {
    throw new CommandEnd([`${file} cannot be imported: ${reasonOf(error)}`], 4);
  }
  const { taken: takenCount, all, senseless } = count;
  if (takenCount === 0) {
    const what = senseless === all ? 'is neither HAR nor NDJSON' : NO_EXCHANGE;
    throw new CommandEnd([`${file} ${what}`], 3);
  }
  if (senseless > 0) terminal.complain(`${senseless} of ${all} entries make no sense and were left out`);
  const line = `${takenCount} of ${all} exchanges are in ${out}, without secrets`;
  print({ ...count, out }, [line], json, terminal);
  return 0;
}

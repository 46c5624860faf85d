import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { harExchange } from './harExchange';

/** A HAR file is one JSON object with a `log`; entries are looked at one by one, so that one that is broken costs no other. */
const harFile = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

const HAR = /^\uFEFF?\s*\{\s*"log"\s*:/;
/** So much of a file (bytes) says what it is. */
const BEGINNING = 1_024;

async function beginningOf(file: string): Promise<string> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await opened.close();
  }
}

async function harEntries(file: string): Promise<readonly unknown[]> {
  const text = await readFile(file, 'utf8');
  const { log } = harFile.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  const run = randomBytes(4).toString('hex');
  return log.entries.map((entry, at) => harExchange(entry, `har-${run}-${at + 1}`));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * What a file says of exchanges, entry by entry; undefined for one that makes no sense. NDJSON is read line by line, a HAR
 * file as a whole. Rejects when the file cannot be read, or is a HAR file that is broken.
 */
export async function* readEntries(file: string): AsyncGenerator {
  if (HAR.test(await beginningOf(file))) {
    yield* await harEntries(file);
    return;
  }
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.trim() !== '') yield parsed(line);
  }
}

import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeFileSync } from 'node:fs';
import { type RecordedExchange, recordedExchange } from '../../comparison/keep/recordedExchange';
import { failure, type Result, success } from '../../contract/result';
import { reasonOf, writeFault } from '../files';

/**
 * Adds exchanges to a recording, one line each. A new file is for its owner only. Throws if the file cannot be written.
 */
function appendRecording(file: string, exchanges: readonly RecordedExchange[]): void {
  const opened = openSync(file, 'a', 0o600);
  try {
    writeFileSync(opened, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''));
  } finally {
    closeSync(opened);
  }
}

const CHUNK_BYTES = 64 * 1024;
const LINE_END = 0x0a;

/** Returns the end of the last whole line, in bytes. */
function findEndOfLines(opened: number, size: number): number {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let end = size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const read = readSync(opened, chunk, 0, end - start, start);
    const index = chunk.subarray(0, read).lastIndexOf(LINE_END);
    if (index !== -1) return start + index + 1;
  }
  return 0;
}

/** Removes the unfinished last line of a killed process. Throws if the file cannot be written. */
export function dropTornLine(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    const end = findEndOfLines(descriptor, size);
    if (end < size) ftruncateSync(descriptor, end);
  } finally {
    closeSync(descriptor);
  }
}

/** Beginning of every line of a recording. */
const BEGINNING = '{"id":';

function readBeginning(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const beginning = Buffer.alloc(BEGINNING.length);
    return beginning.toString('utf8', 0, readSync(descriptor, beginning));
  } finally {
    closeSync(descriptor);
  }
}

/** Adds the name of the file and the remedy to its failures. */
function explainFailures<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new Error(writeFault(file, error), { cause: error });
  }
}

/** Opens a recording to extend it. Throws if the file is no recording, which is left unchanged, or cannot be written. */
export function openRecording(file: string): (exchanges: readonly RecordedExchange[]) => void {
  const appendExchanges = (exchanges: readonly RecordedExchange[]) =>
    explainFailures(file, () => appendRecording(file, exchanges));
  if (existsSync(file)) {
    const beginning = explainFailures(file, () => readBeginning(file));
    if (beginning !== '' && !BEGINNING.startsWith(beginning))
      throw new Error(`${file} is no recording; name another file`);
    explainFailures(file, () => dropTornLine(file));
  }
  appendExchanges([]);
  return appendExchanges;
}

/** Yields the finished lines of a file of any length. Throws if the file cannot be read. */
export function* readWholeLines(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    let unfinishedLine: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const read = chunk.subarray(0, readSync(descriptor, chunk));
      if (read.length === 0) return;
      let start = 0;
      for (let index = read.indexOf(LINE_END); index !== -1; index = read.indexOf(LINE_END, start)) {
        yield Buffer.concat([...unfinishedLine, read.subarray(start, index)]).toString();
        unfinishedLine = [];
        start = index + 1;
      }
      unfinishedLine.push(read.subarray(start));
    }
  } finally {
    closeSync(descriptor);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Reads a recording without an unfinished last line. Any other invalid line is a fault. Of several lines of an exchange
 * the one with v2's answer counts.
 */
export function readRecording(file: string): Result<readonly RecordedExchange[], string> {
  const exchanges = new Map<string, RecordedExchange>();
  let number = 0;
  try {
    for (const line of readWholeLines(file)) {
      number += 1;
      const read = recordedExchange.safeParse(parseLine(line));
      if (!read.success) return failure(`${file}:${number} is no recorded exchange`);
      const knownExchange = exchanges.get(read.data.id);
      if (knownExchange === undefined || read.data.v2 !== undefined) exchanges.set(read.data.id, read.data);
    }
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
  return success([...exchanges.values()]);
}

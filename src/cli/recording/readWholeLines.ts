import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 64 * 1024;
const LINE_END = 0x0a;

/**
 * The lines of a file, one after the other, however long the file is; what comes after the last line end was not finished
 * and is left out. Throws when the file cannot be read.
 */
export function* readWholeLines(file: string): Generator<string> {
  const opened = openSync(file, 'r');
  try {
    let begun: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.alloc(CHUNK);
      const read = chunk.subarray(0, readSync(opened, chunk));
      if (read.length === 0) return;
      let start = 0;
      for (let at = read.indexOf(LINE_END); at !== -1; at = read.indexOf(LINE_END, start)) {
        yield Buffer.concat([...begun, read.subarray(start, at)]).toString();
        begun = [];
        start = at + 1;
      }
      begun.push(read.subarray(start));
    }
  } finally {
    closeSync(opened);
  }
}

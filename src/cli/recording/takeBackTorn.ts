import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const CHUNK = 64 * 1024;
const LINE_END = 0x0a;

/** Where the last whole line ends, in bytes. */
function endOfLines(opened: number, size: number): number {
  const chunk = Buffer.alloc(CHUNK);
  for (let end = size; end > 0; end -= CHUNK) {
    const start = Math.max(0, end - CHUNK);
    const read = readSync(opened, chunk, 0, end - start, start);
    const at = chunk.subarray(0, read).lastIndexOf(LINE_END);
    if (at !== -1) return start + at + 1;
  }
  return 0;
}

/** Takes back a last line that a kill has cut off, so that the next one does not go on in it. Throws when it cannot. */
export function takeBackTorn(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    const { size } = fstatSync(opened);
    const end = endOfLines(opened, size);
    if (end < size) ftruncateSync(opened, end);
  } finally {
    closeSync(opened);
  }
}

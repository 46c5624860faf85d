import type { Clock } from '../gateway/clock';

/** Lines on their way out. */
export interface LineBatch {
  readonly write: (line: string) => void;
  /** Writes what is there, as far as that is possible now. */
  readonly flush: () => void;
}

/** Bytes of lines that are written at once: a system call for each line costs more than the line. */
const BATCH = 4096;
/** Longest time (ms) that a line waits for others. */
const WAIT = 100;
/** Lines that come when so much (bytes) could not be written are left out. */
const MOST = 1024 * 1024;

/**
 * Puts lines out in batches; `put` answers how many bytes it took and throws when it can take none; `lost` hears of each line that is left out. A disk that is full
 * costs lines, never requests: pino's own destination would sleep in the event loop until there is room. What is left
 * of a line goes first with the next one, so that each line is whole.
 */
export function batchLines(
  put: (bytes: Buffer) => number,
  { schedule }: Pick<Clock, 'schedule'>,
  lost: () => void = () => undefined,
): LineBatch {
  let lines = '';
  let left: Buffer = Buffer.alloc(0);
  let isWaiting = false;

  const flush = (): void => {
    if (lines !== '')
      left = left.length === 0 ? Buffer.from(lines) : Buffer.concat([left, Buffer.from(lines)]);
    lines = '';
    try {
      while (left.length > 0) left = left.subarray(put(left));
    } catch {
      // the next line tries again
    }
  };
  return {
    flush,
    write: (line) => {
      if (left.length + lines.length > MOST) flush();
      if (left.length > MOST) {
        lost();
        return;
      }
      lines += line;
      if (lines.length >= BATCH) flush();
      else if (!isWaiting) {
        isWaiting = true;
        schedule(WAIT, () => {
          isWaiting = false;
          flush();
        });
      }
    },
  };
}

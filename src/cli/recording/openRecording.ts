import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import { appendRecording } from './appendRecording';
import { takeBackTorn } from './takeBackTorn';

/** What every line of a recording begins with. */
const BEGINNING = '{"id":';

function beginningOf(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const beginning = Buffer.alloc(BEGINNING.length);
    return beginning.toString('utf8', 0, readSync(opened, beginning));
  } finally {
    closeSync(opened);
  }
}

/** Opens a recording to add to. Throws when the file is something else, which is left alone, or cannot be written. */
export function openRecording(file: string): (exchanges: readonly RecordedExchange[]) => void {
  if (existsSync(file)) {
    const beginning = beginningOf(file);
    if (beginning !== '' && !BEGINNING.startsWith(beginning))
      throw new Error(`${file} is no recording; name another file`);
    takeBackTorn(file);
  }
  appendRecording(file, []);
  return (exchanges) => appendRecording(file, exchanges);
}

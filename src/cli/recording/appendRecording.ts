import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { RecordedExchange } from '../../comparison/recordedExchange';

/** Adds exchanges to a recording, a line each; a file that is made is for its owner only. Throws when it cannot. */
export function appendRecording(file: string, exchanges: readonly RecordedExchange[]): void {
  const opened = openSync(file, 'a', 0o600);
  try {
    writeFileSync(opened, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''));
  } finally {
    closeSync(opened);
  }
}

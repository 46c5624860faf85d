import { openLogFile } from '../../../src/http/observability/logger.js';
import { systemClock } from '../../../src/runtime/systemClock.js';

const LINES = 3_000;

const { destination, countLostLines, flush } = openLogFile(2, systemClock);

async function end(): Promise<void> {
  await flush();
  destination.write('last\n');
  await flush();
  process.exit();
}

// More than a full stderr lets wait; then the number of lost lines, and after an answer the last line and the end.
for (let line = 0; line < LINES; line += 1) destination.write(`${'x'.repeat(999)}\n`);
process.once('message', () => void end());
systemClock.schedule(500, () => process.send?.(countLostLines()));

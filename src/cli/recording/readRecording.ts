import { readFileSync } from 'node:fs';
import { recordedExchange, type RecordedExchange } from '../../comparison/recordedExchange';
import { failure, type Result, success } from '../../translation/result';
import { reasonOf } from '../reasonOf';

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Reads a recording; a last line that was cut off by a kill is left out, any other that does not fit is a fault. Of
 * several lines of one exchange the one that knows what v2 answered counts.
 */
export function readRecording(file: string): Result<readonly RecordedExchange[], string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
  const lines = text.split('\n');
  const whole = lines.slice(0, -1); // what comes after the last line end was not finished
  const exchanges = new Map<string, RecordedExchange>();
  for (const [at, line] of whole.entries()) {
    const read = recordedExchange.safeParse(parsed(line));
    if (!read.success) return failure(`${file}:${at + 1} is no recorded exchange`);
    const known = exchanges.get(read.data.id);
    if (known === undefined || read.data.v2 !== undefined) exchanges.set(read.data.id, read.data);
  }
  return success([...exchanges.values()]);
}

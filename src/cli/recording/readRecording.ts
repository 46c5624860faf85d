import { recordedExchange, type RecordedExchange } from '../../comparison/recordedExchange';
import { failure, type Result, success } from '../../translation/result';
import { reasonOf } from '../reasonOf';
import { readWholeLines } from './readWholeLines';

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
  const exchanges = new Map<string, RecordedExchange>();
  let number = 0;
  try {
    for (const line of readWholeLines(file)) {
      number += 1;
      const read = recordedExchange.safeParse(parsed(line));
      if (!read.success) return failure(`${file}:${number} is no recorded exchange`);
      const known = exchanges.get(read.data.id);
      if (known === undefined || read.data.v2 !== undefined) exchanges.set(read.data.id, read.data);
    }
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
  return success([...exchanges.values()]);
}

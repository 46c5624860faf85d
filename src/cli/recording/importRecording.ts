import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createPrivacy } from '../../comparison/createPrivacy';
import { recordedExchange } from '../../comparison/recordedExchange';
import { scrub } from '../../comparison/scrub';
import { contracts } from '../../contract/contracts';
import { createMatch } from '../../gateway/createMatch';
import { SHIPPED_MAPPINGS } from '../../config/shippedMappings';
import { failure, type Result, success } from '../../translation/result';
import type { DiffExit } from '../diff/diffExit';
import { readMappings } from '../readMappings';
import type { Terminal } from '../terminal';
import { appendRecording } from './appendRecording';
import { harExchange, harFile } from './harExchange';

/** The options of `lifeboat import`. */
export interface ImportOptions {
  readonly out: string;
  readonly mappings?: string | undefined;
}

/** A HAR file is one JSON object with a `log`; anything else is taken as NDJSON. */
function entriesOf(text: string): Result<readonly unknown[], string> {
  try {
    const har = harFile.safeParse(JSON.parse(text));
    if (har.success) return success(har.data.log.entries.map(harExchange));
  } catch {
    // Several lines of JSON are no JSON.
  }
  try {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return success(lines.map((line): unknown => JSON.parse(line)));
  } catch {
    return failure('is neither HAR nor NDJSON');
  }
}

/** Imports exchanges with v1 from elsewhere; what is no mapped v1 request is left out. 3 for what makes no sense, 4 on failure. */
export function importRecording(
  file: string,
  { out, mappings: folder = SHIPPED_MAPPINGS }: ImportOptions,
  { write, complain, colour }: Terminal,
): DiffExit {
  const mappings = readMappings(folder, { colour });
  if (!mappings.ok) {
    for (const line of mappings.failure) complain(line);
    return 3;
  }
  const match = createMatch(mappings.value.operations);
  const all = [...contracts.v1.values(), ...contracts.v2.values()];
  const privacy = createPrivacy({ secret: randomBytes(32), contracts: all, kept: [] });
  try {
    const entries = entriesOf(readFileSync(file, 'utf8'));
    if (!entries.ok) {
      complain(`${file} ${entries.failure}`);
      return 3;
    }
    const exchanges = entries.value.flatMap((entry) => {
      const read = recordedExchange.safeParse(entry);
      const route = read.success ? match(read.data.method, read.data.target) : undefined;
      if (!read.success || route?.ok !== true) return [];
      return [scrub(read.data, route.value.operation.v1.template, privacy)];
    });
    appendRecording(out, exchanges);
    write(`${exchanges.length} of ${entries.value.length} exchanges are in ${out}, without secrets`);
    return 0;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 4;
  }
}

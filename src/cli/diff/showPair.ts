import { sample } from '../../comparison/sample';
import { type Environment } from '../../config';
import { readConfig } from '../../config/readConfig';
import { originsIn, type Origins } from '../../explanation/originsIn';
import type { AdminPlace } from '../adminOrigin';
import { openAdmin } from '../openAdmin';
import { readMappings } from '../readMappings';
import type { Terminal } from '../terminal';
import type { DiffExit } from './diffExit';
import { renderColumns } from './renderColumns';
import { threeColumns } from './threeColumns';

/** Mapping lines as configured here; without them the pair is shown without its sources. */
function originsAt({ config: file }: AdminPlace, environment: Environment, terminal: Terminal): Origins {
  const read = readConfig({ file, environment, overrides: [], sandbox: true });
  const mappings = read.ok ? readMappings(read.config.mappings, terminal) : undefined;
  return mappings?.ok === true ? originsIn(mappings.value.resources) : () => undefined;
}

/** Prints one pair of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  id: string,
  place: AdminPlace,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, complain, colour } = terminal;
  const admin = openAdmin(place, environment, { colour });
  if (!admin.ok) {
    for (const line of admin.failure) complain(line);
    return 3;
  }
  const pair = await admin.value(`/comparison/pairs/${encodeURIComponent(id)}`, sample);
  if (!pair.ok) {
    complain(`${pair.failure}\n  = hint: \`lifeboat diff\` names the pairs that are kept`);
    return 4;
  }
  const rows = threeColumns(pair.value, originsAt(place, environment, terminal));
  for (const line of renderColumns(pair.value, rows, { colour })) write(line);
  return 0;
}

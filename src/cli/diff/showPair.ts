import { sample } from '../../comparison/sample';
import { type Environment } from '../../config';
import { readConfig } from '../../config/readConfig';
import { originsIn, type Origins } from '../../explanation/originsIn';
import { adminOrigin, type AdminPlace } from '../adminOrigin';
import { adminToken } from '../adminToken';
import { askAdmin } from '../askAdmin';
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
  const origin = adminOrigin(place, environment, { colour });
  if (!origin.ok) {
    for (const line of origin.failure) complain(line);
    return 3;
  }
  const path = `/comparison/pairs/${encodeURIComponent(id)}`;
  const page = await askAdmin(origin.value, path, adminToken(place, environment));
  const pair = page.ok ? sample.safeParse(page.value) : undefined;
  if (pair?.success !== true) {
    complain(page.ok ? `${origin.value} is the admin port of another version of Lifeboat` : page.failure);
    if (!page.ok) complain('  = hint: `lifeboat diff` names the pairs that are kept');
    return 4;
  }
  const rows = threeColumns(pair.data, originsAt(place, environment, terminal));
  for (const line of renderColumns(pair.data, rows, { colour })) write(line);
  return 0;
}

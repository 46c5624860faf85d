import { sample } from '../../comparison/sample';
import { type Environment } from '../../config';
import { originsIn } from '../../explanation/originsIn';
import type { AdminPlace } from '../adminOrigin';
import { openAdmin } from '../openAdmin';
import { systemClock as clock } from '../systemClock';
import type { Terminal } from '../terminal';
import { agreedPlaces } from './agreedPlaces';
import { comparedSubject } from './comparedSubject';
import type { DiffExit } from './diffExit';
import { renderColumns } from './renderColumns';
import { threeColumns } from './threeColumns';

/** Mapping lines and agreed differences as configured here; without them the pair is shown without its sources. */
function subjectAt({ config }: AdminPlace, environment: Environment, terminal: Terminal) {
  const subject = comparedSubject(config, environment, terminal);
  if (!subject.ok) return { origins: () => undefined, rules: [] };
  const { mappings, rules } = subject.value;
  return { origins: originsIn(mappings.resources), rules };
}

/** Prints one pair of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  id: string,
  place: AdminPlace & { readonly json?: boolean },
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
  if (place.json === true) {
    write(JSON.stringify(pair.value, null, 2));
    return 0;
  }
  const { origins, rules } = subjectAt(place, environment, terminal);
  const isAgreed = agreedPlaces(rules, pair.value.operation, clock.now());
  const rows = threeColumns(pair.value, { origins, isAgreed });
  for (const line of renderColumns(pair.value, rows, { colour })) write(line);
  return 0;
}

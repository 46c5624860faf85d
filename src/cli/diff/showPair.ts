import { sample, type Sample } from '../../comparison/sample';
import { type Environment } from '../../config';
import { originsIn } from '../../explanation/originsIn';
import { failure, type Result, success } from '../../translation/result';
import type { AdminPlace } from '../adminOrigin';
import { openAdmin } from '../openAdmin';
import { systemClock as clock } from '../systemClock';
import type { Terminal } from '../terminal';
import { agreedPlaces } from './agreedPlaces';
import { comparedSubject } from './comparedSubject';
import type { DiffExit } from './diffExit';
import { readSample } from './readEvidence';
import { renderColumns } from './renderColumns';
import { threeColumns } from './threeColumns';

/** Mapping lines and agreed differences as configured here; without them the pair is shown without its sources. */
function subjectAt({ config }: AdminPlace, environment: Environment, terminal: Terminal) {
  const subject = comparedSubject(config, environment, terminal);
  if (!subject.ok) return { origins: () => undefined, rules: [] };
  const { mappings, rules } = subject.value;
  return { origins: originsIn(mappings.resources), rules };
}

/** Where a pair is looked for: in a store, or in the running gateway. */
export interface PairPlace extends AdminPlace {
  readonly store?: string | undefined;
  readonly json?: boolean;
}

/** Why there is no pair to be shown. */
interface NoPair {
  readonly code: 3 | 4;
  readonly lines: readonly string[];
}

async function findPair(
  id: string,
  place: PairPlace,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<Sample, NoPair>> {
  const fail = (...lines: readonly string[]) => failure({ code: 4, lines } as const);
  if (place.store !== undefined) {
    const kept = await readSample(place.store, id);
    if (!kept.ok) return fail(kept.failure);
    const hint = `\n  = hint: \`lifeboat diff --store ${place.store}\` names the pairs that are kept`;
    return kept.value === undefined ? fail(`there is no sample ${id}${hint}`) : success(kept.value);
  }
  const admin = openAdmin(place, environment, style);
  if (!admin.ok) return failure({ code: 3, lines: admin.failure });
  const pair = await admin.value(`/comparison/pairs/${encodeURIComponent(id)}`, sample);
  return pair.ok ? pair : fail(`${pair.failure}\n  = hint: \`lifeboat diff\` names the pairs that are kept`);
}

/** Prints one pair of a store or of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  id: string,
  place: PairPlace,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, complain, colour } = terminal;
  const pair = await findPair(id, place, environment, { colour });
  if (!pair.ok) {
    for (const line of pair.failure.lines) complain(line);
    return pair.failure.code;
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

import type { PairRow } from '../../console/consoleData';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Sample } from '../../comparison/keep/keptSample';
import { agreedPlaces, threeColumns } from '../../comparison/report/pairColumns';
import type { Environment } from '../../config';
import { type Origins, originsIn } from '../../mapping/explain/origins';
import { systemClock as clock } from '../../runtime/systemClock';
import { differenceEntries } from '../../operator/differenceEntries';
import { type AdminPlace, openOperator } from '../operatorClient';
import type { Terminal } from '../terminal';
import { comparedSubject } from './comparedSubject';
import type { FindPairs } from './report/renderReport';
import { plainText } from '../../comparison/report/reportPhrases';

/** Mapping lines and agreed differences that a pair is shown with. */
interface PairSubject {
  readonly origins: Origins;
  readonly rules: readonly IgnoreRule[];
}

/** Reads the configured mapping lines and agreed differences; without them a pair is shown without its sources. */
export function pairSubject(
  { config }: AdminPlace,
  environment: Environment,
  terminal: Pick<Terminal, 'colour'>,
): PairSubject {
  const subject = comparedSubject(config, environment, terminal);
  if (!subject.ok) return { origins: () => undefined, rules: [] };
  const { mappings, rules } = subject.value;
  return { origins: originsIn(mappings.resources), rules };
}

/** Sets a pair side by side; the names of its places are safe to show. */
function rowsOf(pair: Sample, { origins, rules }: PairSubject): readonly PairRow[] {
  const isAgreed = agreedPlaces(rules, pair.operation, clock.now());
  return threeColumns(pair, { origins, isAgreed }).map((row) => ({
    ...row,
    at: plainText(row.at),
    source: row.source === undefined ? undefined : plainText(row.source),
  }));
}

/** Makes the search for the pairs of a report's issues from a search for samples by their ids. */
export const pairsIn =
  (samples: (ids: readonly string[]) => Promise<readonly Sample[]>, subject: PairSubject): FindPairs =>
  async ({ issues }) => {
    const ids = [...new Set(issues.map(({ smallest }) => smallest.id))];
    const kept = new Map((await samples(ids)).map((one) => [one.id, rowsOf(one, subject)]));
    return new Map(
      issues.flatMap(({ id, smallest }) => {
        const rows = kept.get(smallest.id);
        return rows === undefined ? [] : [[id, rows] as const];
      }),
    );
  };

/** Makes the search for pairs that the running gateway keeps. */
export const pairsOfGateway =
  (place: AdminPlace, environment: Environment, terminal: Pick<Terminal, 'colour'>): FindPairs =>
  async (report) => {
    const admin = openOperator(place, environment, terminal);
    if (!admin.ok) return new Map();
    const samples = async (ids: readonly string[]) => {
      const found: Sample[] = [];
      for (const id of ids) {
        const pair = await admin.value.ask(differenceEntries.pair, { id });
        if (pair.ok) found.push(pair.value);
      }
      return found;
    };
    return pairsIn(samples, pairSubject(place, environment, terminal))(report);
  };

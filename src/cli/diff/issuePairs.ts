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
    const rowsById = new Map(
      (await samples(ids)).map((keptSample) => [keptSample.id, rowsOf(keptSample, subject)]),
    );
    return new Map(
      issues.flatMap(({ id, smallest }) => {
        const rows = rowsById.get(smallest.id);
        return rows === undefined ? [] : [[id, rows] as const];
      }),
    );
  };

/** Makes the search for pairs that the running gateway keeps. */
export const pairsOfGateway =
  (adminPlace: AdminPlace, environment: Environment, terminal: Pick<Terminal, 'colour'>): FindPairs =>
  async (report) => {
    const admin = openOperator(adminPlace, environment, terminal);
    if (!admin.ok) return new Map();
    const samples = async (ids: readonly string[]) => {
      const foundSamples: Sample[] = [];
      for (const id of ids) {
        const pair = await admin.value.ask(differenceEntries.pair, { id });
        if (pair.ok) foundSamples.push(pair.value);
      }
      return foundSamples;
    };
    return pairsIn(samples, pairSubject(adminPlace, environment, terminal))(report);
  };

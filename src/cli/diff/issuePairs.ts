import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Sample } from '../../comparison/keep/keptSample';
import { createAgreedPlaceTest, listColumnRows } from '../../comparison/report/pairColumns';
import { plainText } from '../../comparison/report/reportPhrases';
import type { PairRow } from '../../console/consoleData';
import { type Origins, createOriginsFinder } from '../../mapping/explain/origins';
import { differenceEntries } from '../../operator/differenceEntries';
import type { PairWire } from '../../mapping/profile/wire';
import { systemClock as clock } from '../../runtime/systemClock';
import type { OperatorClient } from '../operatorClient';
import type { ComparedSubject } from './comparedSubject';
import type { FindPairs } from './report/renderReport';
import { alignColumns, shortenText, createPainter } from '../terminal';

/** Mapping lines and agreed differences that a pair is shown with. */
export interface PairSubject {
  readonly origins: Origins;
  readonly rules: readonly IgnoreRule[];
  readonly wire: Pick<PairWire, 'readForm'>;
}

/** Returns the mapping lines and agreed differences of a comparison. */
export const pairSubjectOf = ({ mappings, rules }: Omit<ComparedSubject, 'config'>): PairSubject => ({
  origins: createOriginsFinder(mappings.resources),
  rules,
  wire: mappings.wire,
});

/** Sets a pair side by side; the names of its places are safe to show. */
function rowsOf(pair: Sample, { origins, rules, wire }: PairSubject): readonly PairRow[] {
  const isAgreed = createAgreedPlaceTest(rules, pair.operation, clock.now());
  return listColumnRows(pair, { origins, isAgreed, wire }).map((row) => ({
    ...row,
    at: plainText(row.at),
    source: row.source === undefined ? undefined : plainText(row.source),
  }));
}

/** Creates the function that finds the pair behind each issue among stored samples, by their ids. */
export const createSamplePairFinder =
  (samples: (ids: readonly string[]) => Promise<readonly Sample[]>, subject: PairSubject): FindPairs =>
  async ({ issues }) => {
    const keptSamples = await samples([...new Set(issues.map(({ smallest }) => smallest.id))]);
    const rowsById = new Map(keptSamples.map((keptSample) => [keptSample.id, rowsOf(keptSample, subject)]));
    return new Map(
      issues.flatMap(({ id, smallest }) => {
        const rows = rowsById.get(smallest.id);
        return rows === undefined ? [] : [[id, rows] as const];
      }),
    );
  };

/** Creates the function that asks the running gateway, which chooses the mapping lines, for the issues' pairs. */
export const createGatewayPairFinder =
  (ask: OperatorClient['ask']): FindPairs =>
  async ({ issues }) => {
    const rows = new Map<string, readonly PairRow[]>();
    for (const { id, smallest } of issues) {
      const issueView = await ask(differenceEntries.issue, { id });
      // The gateway's own report may be another window, with another pair.
      if (issueView.ok && issueView.value.pair?.id === smallest.id) rows.set(id, issueView.value.pair.rows);
    }
    return rows;
  };

/** Most characters that are shown of a value. */
const WIDTH = 36;

const cell = (value = '-'): string => shortenText(plainText(value), WIDTH);

const markOf = ({ differs, agreed }: PairRow): ' ' | '!' | '~' => {
  if (!differs) return ' ';
  return agreed ? '~' : '!';
};

/** Renders a pair as a table of three columns, with differing lines marked and coloured; `~` marks agreed ones. */
export function pairLines(sample: Sample, subject: PairSubject, colour: boolean): readonly string[] {
  const { id, at, operation, resource } = sample;
  const paint = createPainter(colour);
  const rows = rowsOf(sample, subject).map((row) => [
    ...[markOf(row), row.at, cell(row.v1), cell(row.v2)],
    row.source === undefined ? cell(row.raw) : `${cell(row.raw)} (${row.source})`,
    row.line ?? '',
  ]);
  const [heading = '', ...lines] = alignColumns([
    ['', 'PLACE', 'V1', 'V2, TRANSLATED', 'V2 ITSELF', 'MAPPING'],
    ...rows,
  ]);
  return [
    paint('bold', `${operation} of ${resource}, ${id}, ${new Date(at).toISOString()}`),
    '',
    heading,
    ...lines.map((line) => (line.startsWith('!') ? paint('red', line) : line)),
  ];
}

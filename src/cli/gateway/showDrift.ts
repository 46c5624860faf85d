import type { DriftReport } from '../../drift/driftReport';
import { counted } from '../../mapping/compile/ledger';
import { columns } from '../terminal';

const tallied = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Renders the drift findings as a table. */
function renderFindings({ since, findings, overflow, endpoints }: DriftReport): string[] {
  const answers = endpoints.reduce((sum, endpoint) => sum + endpoint.answers, 0);
  const seenText = `${counted(answers, 'answer')} of v2 seen since ${since}: ${counted(findings.length, 'finding')}`;
  if (findings.length === 0) return [seenText];
  const rows = findings.map(({ endpoint, path, kind, found: foundText, expected, effect, count, last }) => [
    endpoint,
    path,
    kind,
    foundText,
    expected === '' ? '-' : expected,
    effect,
    String(count),
    last,
  ]);
  const heading = ['ENDPOINT', 'PLACE', 'WHAT', 'FOUND', 'EXPECTED', 'EFFECT', 'COUNT', 'LAST'];
  const footer =
    overflow === 0 ? [] : ['', `${counted(overflow, 'more finding')} found no room and are only counted`];
  return [seenText, '', ...columns([heading, ...rows]), ...footer];
}

/** Renders every path of every endpoint with the forms seen there, as tables. */
const renderShapes = ({ endpoints }: DriftReport): string[] =>
  endpoints.flatMap(({ endpoint, answers, places }) => [
    '',
    `${endpoint}: ${counted(answers, 'answer')}`,
    ...columns(
      places.map(({ path, forms, words }) => [
        `  ${path}`,
        tallied(forms),
        words === undefined ? '' : `(${tallied(words)})`,
      ]),
    ),
  ]);

/** Renders the differences between v2's answers and the contract; `shapes` adds every path with its forms. */
export const driftLines = (report: DriftReport, shapes: boolean): readonly string[] => [
  ...renderFindings(report),
  ...(shapes ? renderShapes(report) : []),
];

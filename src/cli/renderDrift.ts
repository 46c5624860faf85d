import type { DriftReport } from '../drift/driftReport';
import { counted } from '../mapping/counted';
import { columns } from './columns';

const tallied = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** What has drifted, as a table. */
export function renderFindings({ since, findings, overflow, endpoints }: DriftReport): string[] {
  const answers = endpoints.reduce((sum, endpoint) => sum + endpoint.answers, 0);
  const seen = `${counted(answers, 'answer')} of v2 seen since ${since}: ${counted(findings.length, 'finding')}`;
  if (findings.length === 0) return [seen];
  const rows = findings.map(({ endpoint, path, kind, found, expected, effect, count, last }) => [
    endpoint,
    path,
    kind,
    found,
    expected === '' ? '-' : expected,
    effect,
    String(count),
    last,
  ]);
  const head = ['ENDPOINT', 'PLACE', 'WHAT', 'FOUND', 'EXPECTED', 'EFFECT', 'COUNT', 'LAST'];
  const rest =
    overflow === 0 ? [] : ['', `${counted(overflow, 'more finding')} found no room and are only counted`];
  return [seen, '', ...columns([head, ...rows]), ...rest];
}

/** Every place of every endpoint in the forms it was seen in, as tables. */
export const renderShapes = ({ endpoints }: DriftReport): string[] =>
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

import type { DriftReport } from '../drift/driftReport';
import { columns } from '../mapping/columns';

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** What has drifted, as a table. */
export function renderFindings({ since, findings, overflow, endpoints }: DriftReport): string[] {
  const answers = endpoints.reduce((sum, endpoint) => sum + endpoint.answers, 0);
  const seen = `${plural(answers, 'answer')} of v2 seen since ${since}: ${plural(findings.length, 'finding')}`;
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
    overflow === 0 ? [] : ['', `${plural(overflow, 'more finding')} found no room and are only counted`];
  return [seen, '', ...columns([head, ...rows]), ...rest];
}

/** Every place of every endpoint in the forms it was seen in, as tables. */
export const renderShapes = ({ endpoints }: DriftReport): string[] =>
  endpoints.flatMap(({ endpoint, answers, places }) => [
    '',
    `${endpoint}: ${plural(answers, 'answer')}`,
    ...columns(
      places.map(({ path, forms, words }) => [
        `  ${path}`,
        counted(forms),
        words === undefined ? '' : `(${counted(words)})`,
      ]),
    ),
  ]);

import type { DriftReport } from '../../drift/driftReport';
import { counted } from '../../mapping/compile/ledger';
import { columns, type Terminal } from '../terminal';
import type { Environment } from '../../config';
import { gatewayEntries } from '../../operator/gatewayEntries';
import type { ExitCode } from '../command';
import { type AdminPlace, showEntry } from '../operatorClient';

const tallied = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Renders the drift findings as a table. */
function renderFindings({ since, findings, overflow, endpoints }: DriftReport): string[] {
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
  const heading = ['ENDPOINT', 'PLACE', 'WHAT', 'FOUND', 'EXPECTED', 'EFFECT', 'COUNT', 'LAST'];
  const rest =
    overflow === 0 ? [] : ['', `${counted(overflow, 'more finding')} found no room and are only counted`];
  return [seen, '', ...columns([heading, ...rows]), ...rest];
}

/** Renders every place of every endpoint, with the forms it was seen in, as tables. */
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

/** Options of `lifeboat drift`. */
export interface DriftOptions extends AdminPlace {
  readonly shapes: boolean;
  readonly json: boolean;
}

/** Prints the differences between v2's answers and the contract that the running gateway has seen; 1 when it cannot be asked. */
export const drift = (
  { shapes, ...place }: DriftOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> =>
  showEntry(gatewayEntries.drift, {}, { place, environment, terminal }, (report) => [
    ...renderFindings(report),
    ...(shapes ? renderShapes(report) : []),
  ]);

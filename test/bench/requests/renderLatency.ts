import { renderTable } from '../report/renderTable';
import type { Spread } from '../report/spread';
import type { Summary } from './summarize';

const HEAD = [
  '',
  'p50 ms',
  'added',
  'p99 ms',
  'added',
  'p99.9 ms',
  'added',
  'requests/s',
  'CPU us/request',
  'failed',
];

/** The lines of a run at a fixed rate; the first subject is the call without anything between. */
export function renderLatency(name: string, summaries: readonly Summary[]): string[] {
  const [direct] = summaries;
  const pair = (figure: Spread, base: Spread | undefined): string[] => [
    figure.median.toFixed(2),
    (figure.median - (base?.median ?? NaN)).toFixed(2),
  ];
  const rows = summaries.map((summary) => [
    summary.subject,
    ...pair(summary.p50, direct?.p50),
    ...pair(summary.p99, direct?.p99),
    ...pair(summary.p999, direct?.p999),
    summary.requestsPerSecond.median.toFixed(0),
    summary.cpuMicrosecondsPerRequest.median.toFixed(0),
    `${summary.failed}`,
  ]);
  return [name, ...renderTable(HEAD, rows).map((line) => `  ${line}`)];
}

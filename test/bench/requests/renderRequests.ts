import { renderTable } from '../report/renderTable';
import type { Spread } from '../report/spread';
import type { Summary } from './summarize';

const HEAD = [
  '',
  'ratio',
  'min .. max',
  'requests/s',
  'CPU us/request',
  'by CPU',
  'RSS MB',
  'p50 ms',
  'p99 ms',
  'failed',
];

const ends = ({ min, max }: Spread): string => `${min.toFixed(2)} .. ${max.toFixed(2)}`;

function row({
  subject,
  ratio,
  requestsPerSecond,
  cpuMicrosecondsPerRequest,
  cheaper,
  rss,
  p50,
  p99,
  failed,
}: Summary): string[] {
  return [
    subject,
    ratio === undefined ? '' : ratio.median.toFixed(2),
    ratio === undefined ? '' : ends(ratio),
    requestsPerSecond.median.toFixed(0),
    cpuMicrosecondsPerRequest.median.toFixed(0),
    cheaper === undefined ? '' : cheaper.median.toFixed(2),
    (rss.median / 1e6).toFixed(0),
    p50.median.toFixed(2),
    p99.median.toFixed(2),
    `${failed}`,
  ];
}

/** The lines of a run. */
export const renderRequests = (name: string, summaries: readonly Summary[]): string[] => [
  name,
  ...renderTable(HEAD, summaries.map(row)).map((line) => `  ${line}`),
];

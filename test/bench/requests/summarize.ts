import { type Spread, spread } from '../report/spread';
import type { Sample, Samples } from './alternate';

/** Figures of one subject in a run. */
export interface Summary {
  readonly subject: string;
  readonly requestsPerSecond: Spread;
  /** Of each round by the yardstick's round next to it; undefined without a yardstick. */
  readonly ratio: Spread | undefined;
  readonly cpuMicrosecondsPerRequest: Spread;
  /** Processor time of the yardstick by its own, of all threads, round by round; undefined without a yardstick. */
  readonly cheaper?: Spread | undefined;
  /** Bytes, under load. */
  readonly rss: Spread;
  /** Milliseconds. */
  readonly p50: Spread;
  readonly p99: Spread;
  readonly p999: Spread;
  readonly failed: number;
}

const cpuOf = ({ cpuMicroseconds, requests }: Sample): number => cpuMicroseconds / requests;
const perSecond = ({ requests, seconds }: Sample): number => requests / seconds;

/** Medians and ends over the rounds; ratios are taken round by round, because only neighbours share a machine's mood. */
export function summarize(samples: Samples, yardstick: string): Summary[] {
  const base = samples.get(yardstick)?.map(perSecond);
  const costs = samples.get(yardstick)?.map(cpuOf);
  return [...samples].map(([subject, rounds]) => ({
    subject,
    requestsPerSecond: spread(rounds.map(perSecond)),
    ratio: base && spread(rounds.map((round, index) => perSecond(round) / (base[index] ?? NaN))),
    cpuMicrosecondsPerRequest: spread(rounds.map(cpuOf)),
    cheaper: costs && spread(rounds.map((round, index) => (costs[index] ?? NaN) / cpuOf(round))),
    rss: spread(rounds.map(({ rssBytes }) => rssBytes)),
    p50: spread(rounds.map(({ latency }) => latency.p50)),
    p99: spread(rounds.map(({ latency }) => latency.p99)),
    p999: spread(rounds.map(({ latency }) => latency.p999)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }));
}

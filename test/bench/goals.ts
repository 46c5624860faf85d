import type { MicroFigure } from './micro';
import type { RequestFigures } from './requests';
import type { ShadowFigures } from './shadow';
import type { Summary } from './requests/summarize';

/** What goals are read off; a part that failed is undefined and meets nothing. */
export interface Figures {
  readonly requests: RequestFigures | undefined;
  readonly latency: readonly Summary[] | undefined;
  readonly lists: readonly Summary[] | undefined;
  readonly micro: readonly MicroFigure[] | undefined;
  readonly shadow: ShadowFigures | undefined;
}

/** What was aimed at, and what was reached. */
export interface Goal {
  readonly name: string;
  readonly goal: string;
  readonly value: string;
  readonly isMet: boolean;
}

const atLeast = (name: string, goal: number, value: number): Goal => ({
  name,
  goal: `>= ${goal}`,
  value: value.toFixed(2),
  isMet: value >= goal,
});

const atMost = (name: string, goal: number, value: number): Goal => ({
  name,
  goal: `<= ${goal}`,
  value: value.toFixed(2),
  isMet: value <= goal,
});

const of = (summaries: readonly Summary[] | undefined, subject: string): Summary | undefined =>
  summaries?.find((summary) => summary.subject === subject);

/** What was aimed at in requests a second; a peer that was not there makes it NaN, which meets nothing. */
function throughput(requests: RequestFigures): Goal[] {
  const get = requests['translated GET by login, 1.5 KB'];
  const ratio = (scenario: string): number => of(requests[scenario], 'lifeboat')?.ratio?.median ?? NaN;
  const lua = of(get, 'nginx + lua')?.ratio?.median ?? NaN;
  return [
    atLeast('translated GET / HPM keep-alive pass-through', 4, ratio('translated GET by login, 1.5 KB')),
    atLeast('translated PATCH / HPM keep-alive pass-through of it', 2.5, ratio('translated PATCH, 1.5 KB')),
    atLeast('translated GET / nginx + Lua', 0.5, ratio('translated GET by login, 1.5 KB') / lua),
    atLeast('pass-through / HPM keep-alive', 1.5, ratio('GET passed through, 1.5 KB')),
    atMost('RSS under load, MB', 120, (of(get, 'lifeboat')?.rss.median ?? NaN) / 1e6),
  ];
}

function time({ latency, lists, shadow }: Figures): Goal[] {
  const [direct, gateway] = [of(latency, 'direct'), of(latency, 'lifeboat')];
  const added = (figure: 'p50' | 'p99'): number =>
    (gateway?.[figure].median ?? NaN) - (direct?.[figure].median ?? NaN);
  const p50 = (subject: string): number => of(lists, subject)?.p50.median ?? NaN;
  return [
    atMost('added latency at 1,000/s, p50, ms', 0.5, added('p50')),
    atMost('added latency at 1,000/s, p99, ms', 3, added('p99')),
    atMost('list of 1,000 / the 20 reads alone', 1.3, p50('lifeboat') / p50('twenty reads')),
    atLeast('100% shadow: throughput / that of two calls', 0.85, shadow?.ofSecondCall ?? NaN),
  ];
}

/** The dearest translation counts. */
function steps({ micro = [] }: Figures): Goal[] {
  const shares = micro
    .filter(({ name }) => name.endsWith('beyond writing it'))
    .map(({ nanoseconds, parseAndStringify }) => nanoseconds / parseAndStringify);
  const share = shares.length === 0 ? NaN : Math.max(...shares);
  return [atMost('translation beyond writing / (JSON.parse + JSON.stringify)', 0.3, share)];
}

/** The goals for one core, beside the figures. */
export const goals = (figures: Figures): readonly Goal[] => [
  ...throughput(figures.requests ?? {}),
  ...time(figures),
  ...steps(figures),
];

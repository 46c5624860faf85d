import type { MicroFigure } from './micro';
import type { RequestFigures } from './requests';
import type { ShadowFigures } from './shadow';
import type { Summary } from './requests/summarize';

/** What goals are read off. */
export interface Figures {
  readonly requests: RequestFigures;
  readonly latency: readonly Summary[];
  readonly lists: readonly Summary[];
  readonly micro: readonly MicroFigure[];
  readonly shadow: ShadowFigures;
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

function time({ latency, lists, micro, shadow }: Figures): Goal[] {
  const [direct, gateway] = [of(latency, 'direct'), of(latency, 'lifeboat')];
  const added = (of: 'p50' | 'p99'): number => (gateway?.[of].median ?? NaN) - (direct?.[of].median ?? NaN);
  const list = of(lists, 'lifeboat')?.p50.median ?? NaN;
  const reads = of(lists, 'twenty reads')?.p50.median ?? NaN;
  const account = micro.find(({ name }) => name === 'translation of one account');
  return [
    atMost('added latency at 1,000/s, p50, ms', 0.5, added('p50')),
    atMost('added latency at 1,000/s, p99, ms', 3, added('p99')),
    atMost(
      'translation / (JSON.parse + JSON.stringify)',
      0.3,
      (account?.nanoseconds ?? NaN) / (account?.parseAndStringify ?? NaN),
    ),
    atLeast('100% shadow: throughput / that of two calls', 0.85, shadow.ofSecondCall),
    atMost('list of 1,000 / the 20 reads alone', 1.3, list / reads),
  ];
}

/** The goals for one core, beside the figures. */
export const goals = (figures: Figures): readonly Goal[] => [
  ...throughput(figures.requests),
  ...time(figures),
];

import type { MicroFigure } from './micro';
import type { RequestFigures } from './requests';
import type { ShadowFigures } from './shadow';
import type { Summary } from './requests/summarize';

/** Figures that goals are read off; a part that failed is undefined and meets nothing. */
export interface Figures {
  readonly requests: RequestFigures | undefined;
  readonly latency: readonly Summary[] | undefined;
  readonly lists: readonly Summary[] | undefined;
  readonly micro: readonly MicroFigure[] | undefined;
  readonly shadow: ShadowFigures | undefined;
  /** The Node that was measured. */
  readonly node: string;
}

/** A figure that was aimed at, and the one that was reached. */
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

/** Goals that differ by the Node that is measured: its peers got faster. */
const byNode = {
  before24: { get: 2.8, patch: 2.2, pass: 2, memory: 125 },
  since24: { get: 2.2, patch: 1.8, pass: 1.2, memory: 160 },
} as const;

/** Lists the goals in processor time of all threads; a peer that was not there makes it NaN, which meets nothing. */
function cost(requests: RequestFigures, node: string): Goal[] {
  const aimed = Number(/\d+/.exec(node)?.[0]) < 24 ? byNode.before24 : byNode.since24;
  const cheaper = (scenario: string, than?: string): number => {
    const own = of(requests[scenario], 'lifeboat')?.cheaper?.median ?? NaN;
    return than === undefined ? own : own / (of(requests[scenario], than)?.cheaper?.median ?? NaN);
  };
  const get = 'translated GET by login, 1.5 KB';
  const other = 'express + undici';
  return [
    atLeast('translated GET by login / HPM of the same', aimed.get, cheaper(get)),
    atLeast('translated PATCH / HPM of the same', aimed.patch, cheaper('translated PATCH, 1.5 KB')),
    atLeast('pass-through / HPM', aimed.pass, cheaper('GET passed through, 1.5 KB')),
    atLeast('GET of 20 KB / Express + undici', 2, cheaper('translated GET by login, 20 KB', other)),
    atLeast('PATCH of 20 KB / Express + undici', 1.6, cheaper('translated PATCH, 20 KB', other)),
    atLeast('list of 100 / Express + undici', 1.2, cheaper('list of 100 offers, 150 KB', other)),
    atMost('RSS under load, MB', aimed.memory, (of(requests[get], 'lifeboat')?.rss.median ?? NaN) / 1e6),
  ];
}

function time({ latency, lists, shadow }: Figures): Goal[] {
  const [direct, gateway] = [of(latency, 'direct'), of(latency, 'lifeboat')];
  const added = (figure: 'p50' | 'p99'): number =>
    (gateway?.[figure].median ?? NaN) - (direct?.[figure].median ?? NaN);
  const p50 = (subject: string): number => of(lists, subject)?.p50.median ?? NaN;
  return [
    atMost('added latency at 1,000/s, p50, ms', 0.35, added('p50')),
    atMost('added latency at 1,000/s, p99, ms', 2.5, added('p99')),
    atMost('list of 1,000 / the 20 reads alone', 5, p50('lifeboat') / p50('twenty reads')),
    atMost('shadow of 1%: processor time / that of 0%', 1.02, shadow?.ofSample ?? NaN),
    atLeast('shadow of 100%: throughput / that of two calls', 0.85, shadow?.ofSecondCall ?? NaN),
  ];
}

/** The dearest translation counts. */
function steps({ micro = [] }: Figures): Goal[] {
  const shares = micro
    .filter(({ name }) => name.endsWith('read, translated, written'))
    .map(({ nanoseconds, parseAndStringify }) => nanoseconds / parseAndStringify);
  const share = shares.length === 0 ? NaN : Math.max(...shares);
  return [atMost('answer translated / (JSON.parse + JSON.stringify of it)', 1.3, share)];
}

/** The goals for one core, next to the figures. */
export const goals = (figures: Figures): readonly Goal[] => [
  ...cost(figures.requests ?? {}, figures.node),
  ...time(figures),
  ...steps(figures),
];

import type { ResourceView, TrafficPoint, ViewOf } from './consoleData';
import { groupedCount, minuteText, partText } from './parts';

/** Origin of an answer: one side, or the gateway itself whichever side it used. */
type Answerer = keyof TrafficPoint['requests'];

/** A chart of one figure for both sides and the gateway. */
interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly of: (point: TrafficPoint, side: Answerer) => number | undefined;
}

/** The charts of the overview: rates a second, latencies in ms. */
const charts: readonly Chart[] = [
  {
    id: 'requests',
    title: 'Requests',
    unit: 'a second',
    of: ({ requests, seconds }, side) => requests[side] / seconds,
  },
  {
    id: 'errors',
    title: 'Failed',
    unit: 'a second',
    of: ({ errors, seconds }, side) => errors[side] / seconds,
  },
  { id: 'p50', title: 'Latency, p50', unit: 'ms', of: ({ p50 }, side) => p50[side] },
  { id: 'p99', title: 'Latency, p99', unit: 'ms', of: ({ p99 }, side) => p99[side] },
];

/** Origins in the order in which they are drawn. */
const answerers: readonly Answerer[] = ['gateway', 'v1', 'v2'];

const HOUR = 3_600_000;
/** Shortest time axis, ms. */
const SHORTEST = 300_000;
const [WIDTH, HEIGHT] = [320, 84];

/** Returns the beginning of the time axis: an hour ago, or the first request if that is later. */
const beginOf = ([firstEntry]: readonly TrafficPoint[], at: number): number =>
  Math.max(at - HOUR, Math.min(firstEntry?.at ?? -Infinity, at - SHORTEST));

/** Returns the position of an instant on the time axis. */
type Axis = (instant: number) => number;

/** Draws the line of one side through the points that have a value. */
function pathOf(chart: Chart, side: Answerer, traffic: readonly TrafficPoint[], axis: Axis, most: number) {
  const steps: string[] = [];
  let isDown = false;
  for (const point of traffic) {
    const value = chart.of(point, side);
    const x = axis(point.at);
    if (value !== undefined && x >= 0) {
      const y = HEIGHT - 2 - (value / most) * (HEIGHT - 8);
      steps.push(`${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isDown ? '' : 'h0'}`);
    }
    isDown = value !== undefined && x >= 0;
  }
  return steps.join('');
}

const figure = (value: number): string => (value >= 10 ? groupedCount(Math.round(value)) : value.toFixed(1));

/** Options of a drawing. */
interface DrawingProps {
  readonly traffic: readonly TrafficPoint[];
  readonly moves: ViewOf<'overview'>['traffic']['moves'];
  /** End of the time axis, clock ms. */
  readonly at: number;
}

function Drawing({ chart, traffic, moves, at }: DrawingProps & { readonly chart: Chart }) {
  const values = traffic.flatMap((point) => answerers.map((answerer) => chart.of(point, answerer) ?? 0));
  const most = Math.max(...values, chart.unit === 'ms' ? 10 : 1);
  const begin = beginOf(traffic, at);
  const axis: Axis = (instant) => ((instant - begin) / (at - begin)) * WIDTH;
  const last = traffic.at(-1);
  const latestText = (side: Answerer) => {
    const value = last && chart.of(last, side);
    return value === undefined ? '–' : figure(value);
  };
  return (
    <figure class="card chart" id={`chart-${chart.id}`}>
      <figcaption>
        {chart.title} <span class="soft">{chart.unit}</span>
        <span class="latest">
          {answerers.map((answerer) => (
            <span key={answerer}>
              <i class={`key ${answerer}`} aria-hidden="true" /> {answerer} {latestText(answerer)}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${chart.title} of the last hour, ${chart.unit}: ${answerers.map((answerer) => `${answerer} ${latestText(answerer)}`).join(', ')}, at most ${figure(most)}`}
      >
        <path class="axis" d={`M0 ${HEIGHT - 1}H${WIDTH}M0 6H${WIDTH}`} />
        {moves.map((move) => {
          const x = axis(move.at).toFixed(1);
          return (
            <path key={`${move.at} ${move.text}`} class="move" d={`M${x} 0V${HEIGHT}`}>
              <title>{`${minuteText(move.at)} UTC: ${move.text}`}</title>
            </path>
          );
        })}
        {answerers.map((answerer) => (
          <path key={answerer} class={`line ${answerer}`} d={pathOf(chart, answerer, traffic, axis, most)} />
        ))}
      </svg>
      <p class="scale soft">
        <span>{minuteText(begin).slice(11)}</span>
        <span>at most {figure(most)}</span>
        <span>{minuteText(at).slice(11)}</span>
      </p>
    </figure>
  );
}

/** Shows requests, failures and latencies of the last hour, with the moves as marks. */
export function TrafficCharts(props: DrawingProps) {
  return (
    <section class="charts" aria-label="traffic of the last hour">
      {charts.map((chart) => (
        <Drawing key={chart.id} chart={chart} {...props} />
      ))}
    </section>
  );
}

const sum = (resources: readonly ResourceView[], of: (resourceView: ResourceView) => number): number =>
  resources.reduce((total, resourceView) => total + of(resourceView), 0);

/** Shows the figures of the last five minutes over all resources. */
export function Tiles({ resources }: { readonly resources: readonly ResourceView[] }) {
  const requests = sum(resources, ({ traffic: { recent } }) => recent.v1.requests + recent.v2.requests);
  const errors = sum(resources, ({ traffic: { recent } }) => recent.v1.errors + recent.v2.errors);
  const toV2 = sum(resources, ({ traffic: { recent } }) => recent.v2.requests);
  const compared = sum(resources, ({ today }) => today.compared);
  const differing = sum(resources, ({ today }) => today.differing);
  const tiles = [
    {
      name: 'requests, last 5 min',
      value: groupedCount(requests),
      more: `${(requests / 300).toFixed(1)} a second`,
    },
    { name: 'failed', value: groupedCount(errors), more: partText(errors, requests) || '–', bad: errors > 0 },
    { name: 'served by v2', value: partText(toV2, requests) || '–', more: `${groupedCount(toV2)} requests` },
    {
      name: 'differ, today',
      value: groupedCount(differing),
      more: `of ${groupedCount(compared)} compared`,
      bad: differing > 0,
    },
  ];
  return (
    <dl class="tiles">
      {tiles.map(({ name, value, more, bad = false }) => (
        <div key={name} class="card">
          <dt>{name}</dt>
          <dd>
            <b class={bad ? 'bad' : ''}>{value}</b> <span class="soft">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

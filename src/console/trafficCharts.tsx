import type { ResourceView, ViewOf } from './consoleData';
import { groupedCount, minuteText, partText, usePage } from './parts';

type Traffic = ViewOf<'overview'>['traffic'];
/** Traffic of one slice of time. Latencies are in ms, and undefined without requests. */
type TrafficPoint = Traffic['points'][number];
/** Origins of answers in the order in which they are drawn: the gateway whichever side it used, or one side. */
const answerers = ['gateway', 'v1', 'v2'] as const;
type Answerer = (typeof answerers)[number];

/** A chart of one figure for both sides and the gateway. */
interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly of: (point: TrafficPoint, side: Answerer) => number | undefined;
}

const createRate =
  (figure: 'requests' | 'errors'): Chart['of'] =>
  (point, side) =>
    point[figure][side] / point.seconds;

/** The charts of the overview: rates a second, latencies in ms. */
const charts: readonly Chart[] = [
  { id: 'requests', title: 'Requests', unit: 'a second', of: createRate('requests') },
  { id: 'errors', title: 'Failed', unit: 'a second', of: createRate('errors') },
  { id: 'p50', title: 'Latency, p50', unit: 'ms', of: ({ p50 }, side) => p50[side] },
  { id: 'p99', title: 'Latency, p99', unit: 'ms', of: ({ p99 }, side) => p99[side] },
];

const HOUR_MS = 3_600_000;
/** Shortest time axis. */
const MIN_AXIS_MS = 300_000;
const [WIDTH, HEIGHT] = [320, 84];

/** Returns the position of an instant on the time axis. */
type Axis = (instant: number) => number;

/** Draws the line of one side through the points that have a value. */
function pathOf(chart: Chart, side: Answerer, points: Traffic['points'], axis: Axis, most: number) {
  const steps: string[] = [];
  let isDown = false;
  for (const point of points) {
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

const figureText = (value: number | undefined): string => {
  if (value === undefined) return '–';
  return value >= 10 ? groupedCount(Math.round(value)) : value.toFixed(1);
};

/** Draws one chart. Its time axis begins an hour ago, or at the first request if that is later. */
function Drawing({ chart, points, moves }: Traffic & { readonly chart: Chart }) {
  const { at } = usePage();
  const values = points.flatMap((point) => answerers.map((answerer) => chart.of(point, answerer) ?? 0));
  const most = Math.max(...values, chart.unit === 'ms' ? 10 : 1);
  const begin = Math.max(at - HOUR_MS, Math.min(points[0]?.at ?? -Infinity, at - MIN_AXIS_MS));
  const axis: Axis = (instant) => ((instant - begin) / (at - begin)) * WIDTH;
  const last = points.at(-1);
  const latestFigures = answerers.map((side) => ({ side, text: figureText(last && chart.of(last, side)) }));
  const latestText = latestFigures.map(({ side, text }) => `${side} ${text}`).join(', ');
  return (
    <figure class="card chart" id={`chart-${chart.id}`}>
      <figcaption>
        {chart.title} <span class="soft">{chart.unit}</span>
        <span class="latest">
          {latestFigures.map(({ side, text }) => (
            <span key={side}>
              <i class={`key ${side}`} aria-hidden="true" /> {side} {text}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${chart.title} of the last hour, ${chart.unit}: ${latestText}, at most ${figureText(most)}`}
      >
        <path class="axis" d={`M0 ${HEIGHT - 1}H${WIDTH}M0 6H${WIDTH}`} />
        {moves.map((move) => (
          <path key={`${move.at} ${move.text}`} class="move" d={`M${axis(move.at).toFixed(1)} 0V${HEIGHT}`}>
            <title>{`${minuteText(move.at)} UTC: ${move.text}`}</title>
          </path>
        ))}
        {answerers.map((side) => (
          <path key={side} class={`line ${side}`} d={pathOf(chart, side, points, axis, most)} />
        ))}
      </svg>
      <p class="scale soft">
        <span>{minuteText(begin).slice(11)}</span>
        <span>at most {figureText(most)}</span>
        <span>{minuteText(at).slice(11)}</span>
      </p>
    </figure>
  );
}

/** Shows requests, failures and latencies of the last hour, with the moves as marks. */
export const TrafficCharts = (traffic: Traffic) => (
  <section class="charts" aria-label="traffic of the last hour">
    {charts.map((chart) => (
      <Drawing key={chart.id} chart={chart} {...traffic} />
    ))}
  </section>
);

/** Shows the figures of the last five minutes over all resources. */
export function Tiles({ resources }: { readonly resources: readonly ResourceView[] }) {
  const sumOf = (of: (resourceView: ResourceView) => number): number =>
    resources.reduce((total, resourceView) => total + of(resourceView), 0);
  const toV2 = sumOf(({ traffic: { recent } }) => recent.v2.requests);
  const requests = toV2 + sumOf(({ traffic: { recent } }) => recent.v1.requests);
  const errors = sumOf(({ traffic: { recent } }) => recent.v1.errors + recent.v2.errors);
  const compared = sumOf(({ today }) => today.compared);
  const differing = sumOf(({ today }) => today.differing);
  const tiles = [
    ['requests, last 5 min', groupedCount(requests), `${(requests / 300).toFixed(1)} a second`],
    ['failed', groupedCount(errors), partText(errors, requests) || '–', errors > 0],
    ['served by v2', partText(toV2, requests) || '–', `${groupedCount(toV2)} of ${groupedCount(requests)}`],
    ['differ, today', groupedCount(differing), `of ${groupedCount(compared)} compared`, differing > 0],
  ] as const;
  return (
    <dl class="tiles">
      {tiles.map(([name, value, more, isBad = false]) => (
        <div key={name} class="card">
          <dt>{name}</dt>
          <dd>
            <b class={isBad ? 'bad' : ''}>{value}</b> <span class="soft">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

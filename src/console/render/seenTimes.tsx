import { minuteText, To } from '../parts';
import type { IssueInFile, ReportInFile } from './drillDown';

const WIDTH = 100;

/** Narrowest bar (percent of the axis): an issue that was seen once stays visible. */
const MIN_BAR_WIDTH = 0.8;

/** Length (ms) of the shortest axis. */
const SHORTEST = 60_000;

/** Options of Bar. */
interface BarProps {
  readonly issue: IssueInFile;
  /** Ends of the axis, clock ms. */
  readonly begin: number;
  readonly end: number;
}

/** Shows the time in which one issue was seen, as a bar on the axis. */
function Bar({ issue, begin, end }: BarProps) {
  const { first: firstEntry, latest: latestEntry, state } = issue;
  const at = (instant: string) => ((Date.parse(instant) - begin) / (end - begin)) * WIDTH;
  const width = Math.max(at(latestEntry.at) - at(firstEntry.at), MIN_BAR_WIDTH);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 4`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`seen from ${minuteText(firstEntry.at)} to ${minuteText(latestEntry.at)} UTC`}
    >
      <rect class="ground" width={WIDTH} height="4" />
      <rect
        class={`share ${state === 'regression' ? 'bad' : 'open'}`}
        x={Math.min(at(firstEntry.at), WIDTH - width).toFixed(2)}
        width={width.toFixed(2)}
        height="4"
      />
    </svg>
  );
}

/** Shows when each issue was seen first and last, on one time axis that ends with the report. */
export function SeenTimes({ report }: { readonly report: ReportInFile }) {
  const { issues, at, since } = report;
  if (issues.length === 0) return null;
  const latestAt = Math.max(Date.parse(at), ...issues.map((issue) => Date.parse(issue.latest.at)));
  const earliest = Math.min(...issues.map((issue) => Date.parse(issue.first.at)));
  const begin = Math.min(since === undefined ? earliest : Date.parse(since), earliest, latestAt - SHORTEST);
  return (
    <section class="card times">
      <h2>When it was seen</h2>
      <ul>
        {issues.map((issue) => (
          <li key={issue.id}>
            <To kind="issue" id={issue.id}>
              {issue.kind} at <code>{issue.path === '' ? 'status' : issue.path}</code>
            </To>
            <Bar issue={issue} begin={begin} end={latestAt} />
          </li>
        ))}
      </ul>
      <p class="scale soft">
        <span>{minuteText(begin)}</span>
        <span>{minuteText(latestAt)} UTC</span>
      </p>
    </section>
  );
}

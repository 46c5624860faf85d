import type { ComponentChildren } from 'preact';
import type { differenceEntries } from '../../operator/differenceEntries';
import type { OutputOf } from '../../operator/entry';
import type { PairRow } from '../consoleData';
import { IssueName, IssueTable } from '../differences';
import { IssueFacts, PairTable, PlacesOf } from '../issue';
import { Ago, Bars, groupedCount, minuteText, partText, State, To } from '../parts';
import { Empty } from '../tables';

/** The report of the comparison with everything that the file shows of it. */
export type ReportInFile = OutputOf<typeof differenceEntries.report>;

/** One issue of the file. */
type IssueInFile = ReportInFile['issues'][number];

/** Rows of the smallest pair of an issue, by the issue's id; an issue without a kept pair is absent. */
export type PairsOfIssues = ReadonlyMap<string, readonly PairRow[]>;

interface ReportProps {
  readonly report: ReportInFile;
}

const IssueLink = ({ issue }: { readonly issue: IssueInFile }) => (
  <To kind="issue" id={issue.id}>
    <IssueName issue={issue} />
  </To>
);

/** Length (ms) of the shortest axis. */
const MIN_AXIS_MS = 60_000;

/** Narrowest bar (percent of the axis): an issue that was seen once stays visible. */
const MIN_BAR_WIDTH = 0.8;

/** Shows when each issue was seen first and last, as bars on one time axis that ends with the report. */
export function SeenTimes({ report: { issues, at, since } }: ReportProps) {
  if (issues.length === 0) return null;
  const latestAt = Math.max(Date.parse(at), ...issues.map((issue) => Date.parse(issue.latest.at)));
  const earliest = Math.min(...issues.map((issue) => Date.parse(issue.first.at)));
  const begin = Math.min(
    since === undefined ? earliest : Date.parse(since),
    earliest,
    latestAt - MIN_AXIS_MS,
  );
  const on = (instant: string) => ((Date.parse(instant) - begin) / (latestAt - begin)) * 100;
  return (
    <section class="card times">
      <h2>When it was seen</h2>
      <ul>
        {issues.map((issue) => {
          const { first: firstSeen, latest: latestSeen, state } = issue;
          const width = Math.max(on(latestSeen.at) - on(firstSeen.at), MIN_BAR_WIDTH);
          const look = `share ${state === 'regression' ? 'bad' : 'open'}`;
          return (
            <li key={issue.id}>
              <IssueLink issue={issue} />
              <Bars
                label={`seen from ${minuteText(firstSeen.at)} to ${minuteText(latestSeen.at)} UTC`}
                size={[100, 4]}
                bars={[
                  ['ground', 0, 100],
                  [look, Math.min(on(firstSeen.at), 100 - width), width],
                ]}
              />
            </li>
          );
        })}
      </ul>
      <p class="scale soft">
        <span>{minuteText(begin)}</span>
        <span>{minuteText(latestAt)} UTC</span>
      </p>
    </section>
  );
}

/** Options of Drill. */
interface DrillProps {
  readonly name: ComponentChildren;
  readonly id?: string;
  readonly compared: number;
  readonly differing: number;
  readonly note?: ComponentChildren;
  readonly issues: readonly IssueInFile[];
  readonly label: string;
}

/** Shows how much of something differs; it unfolds into the differences. */
const Drill = ({ name, id, compared, differing, note, issues, label }: DrillProps) => (
  <details class="drill" id={id}>
    <summary>
      {name} {groupedCount(differing)} of {groupedCount(compared)}{' '}
      <span class="soft">{partText(differing, compared)}</span> compared requests differ{' '}
      <span class="soft">{note}</span>
    </summary>
    {issues.length === 0 && <p class="soft">None of the differences above.</p>}
    <IssueTable issues={issues} label={label} />
  </details>
);

/** Shows every operation, which unfolds into its differences. */
export const ByOperation = ({ report: { operations, issues } }: ReportProps) => (
  <>
    {operations.length > 0 && (
      <section>
        <h2>By operation</h2>
        {operations.map(({ operation, state, morePairs, ...counts }) => (
          <Drill
            key={operation}
            {...counts}
            name={[<strong key="name">{operation}</strong>, ' ', <State key="state" state={state} />]}
            note={morePairs > 0 && `; ${groupedCount(morePairs)} more until it is clean`}
            issues={issues.filter(({ places }) =>
              places.some((issuePlace) => issuePlace.operation === operation),
            )}
            label={`issues of ${operation}`}
          />
        ))}
      </section>
    )}
  </>
);

/** Returns the id of the section about a caller. */
export const callerId = (caller: string): string => `caller-${caller === '' ? 'none' : caller}`;

/** Shows every caller, which unfolds into the differences that concern it most, with its share of each. */
export const ByCaller = ({ report: { callers, issues } }: ReportProps) => (
  <>
    {callers.length > 0 && (
      <section>
        <h2>By caller</h2>
        {callers.map(({ caller, name = caller === '' ? 'no key' : '', latest: instant, ...counts }) => (
          <Drill
            key={caller}
            {...counts}
            id={callerId(caller)}
            name={[<strong key="name">{name}</strong>, ' ', caller !== '' && <code key="key">{caller}</code>]}
            note={['latest ', <Ago key="latest" at={instant} />]}
            issues={issues.flatMap((issue) =>
              issue.callers
                .filter((issueCaller) => issueCaller.caller === caller)
                .map((own) => ({ ...issue, requests: own.requests, of: issue.requests, callers: [own] })),
            )}
            label={`issues of ${caller === '' ? 'callers without a key' : caller}`}
          />
        ))}
      </section>
    )}
  </>
);

/** Most rows of one pair: the file shows the differing rows and the rows around them. */
const MAX_ROWS = 150;

/** Shows the pair of an issue: the differing values, and the equal values folded. */
function Pair({ rows, id }: { readonly rows: readonly PairRow[]; readonly id: string }) {
  if (rows.length === 0)
    return (
      <Empty title="No pair is kept">The sample has gone, or only the observation of it was kept.</Empty>
    );
  const differing = rows.filter(({ differs }) => differs);
  const alike = rows.filter(({ differs }) => !differs);
  const hiddenCount = Math.max(differing.length - MAX_ROWS, 0) + Math.max(alike.length - MAX_ROWS, 0);
  return (
    <>
      <h3>
        The smallest pair, <code>{id}</code>{' '}
        <span class="soft">secrets and values that may not be shown are masked</span>
      </h3>
      {differing.length > 0 && (
        <PairTable rows={differing.slice(0, MAX_ROWS)} label={`what differs in ${id}`} />
      )}
      {alike.length > 0 && (
        <details>
          <summary>{groupedCount(alike.length)} alike</summary>
          <PairTable rows={alike.slice(0, MAX_ROWS)} label={`what is alike in ${id}`} />
        </details>
      )}
      {hiddenCount > 0 && (
        <p class="soft">
          {groupedCount(hiddenCount)} more places: <code>lifeboat diff show {id}</code>
        </p>
      )}
    </>
  );
}

/** Shows one issue with its facts and its pair. */
export const Issue = ({
  issue,
  rows = [],
}: {
  readonly issue: IssueInFile;
  readonly rows?: readonly PairRow[] | undefined;
}) => (
  <section class="one" id={issue.id}>
    <h2>
      <IssueName issue={issue} /> <span class="soft">{issue.id}</span>
    </h2>
    <IssueFacts issue={issue} />
    <Pair rows={rows} id={issue.smallest.id} />
    <PlacesOf issue={issue} />
    {issue.alongside.length > 0 && <p class="soft">together with: {issue.alongside.join(', ')}</p>}
  </section>
);

import type { IssueView, ReportView, ScreenProps } from './consoleData';
import {
  Ago,
  Bars,
  CallerLabel,
  groupedCount,
  minuteText,
  partText,
  stateText,
  State,
  LinkTo,
  toneOf,
} from './parts';
import { type TableLabel, type TableColumns, Empty, Head, WithNote, Table, useFoundRows } from './tables';

/** Shows the share that a client would have noticed as a bar with its upper bound, against the budget. */
export function Budget({ report }: { readonly report: ReportView }) {
  const { budget, noticed, upper, compared, differing, verdict, morePairs } = report;
  // The budget is in the middle of the bar.
  const barWidth = (perTenThousand: number) =>
    Math.min(100, (perTenThousand / 10_000 / (budget * 2 || 1)) * 100);
  const [noticedText, upperText, budgetText] = [noticed / 100, upper / 100, budget * 100].map(
    (percent) => `${percent.toFixed(2)}%`,
  );
  return (
    <section class="card budget">
      <h2>
        <State state={verdict} /> {groupedCount(differing)} of {groupedCount(compared)} compared requests
        differ {partText(differing, compared) && `(${partText(differing, compared)})`}
      </h2>
      <Bars
        label={`noticed ${noticedText}, at most ${upperText}, budget ${budgetText}`}
        size={[100, 6]}
        bars={[
          ['ground', 0, 100],
          ['upper', 0, barWidth(upper)],
          [`share ${toneOf(verdict)}`, 0, barWidth(noticed)],
          ['mark', 49.75, 0.5],
        ]}
      />
      <p class="soft">
        noticed {noticedText}, at most {upperText} with 95% confidence; the budget is {budgetText}
        {morePairs > 0 && `; ${groupedCount(morePairs)} more requests without a difference decide`}
      </p>
    </section>
  );
}

/** Names an issue by its kind and its path. */
export const IssueName = ({ kind, path }: Pick<IssueView, 'kind' | 'path'>) => (
  <>
    {kind} at <code>{path === '' ? 'status' : path}</code>
  </>
);

/** Shows the counts of something in equal slices of time. The last slice is now. */
function Sparkline({ times: { from, seconds, counts } }: Pick<IssueView, 'times'>) {
  const most = Math.max(...counts, 1);
  const slice = seconds < 3_600 ? `${seconds / 60} min` : `${groupedCount(seconds / 3_600)} h`;
  return (
    <Bars
      look="spark"
      label={`since ${minuteText(from)} UTC: at most ${groupedCount(most)} in ${slice}, ${groupedCount(counts.at(-1) ?? 0)} in the latest`}
      size={[counts.length * 4, 16]}
      bars={counts.map((value, index) => [
        '',
        index * 4,
        3,
        value === 0 ? 0 : Math.max((value / most) * 16, 1),
      ])}
    />
  );
}

const issueColumns: TableColumns<IssueView> = {
  Difference: (issue) => (
    <WithNote
      note={`${issue.operation}${issue.again === undefined ? '' : ' · seen again after it was resolved'}`}
    >
      <LinkTo kind="issue" id={issue.id} class="strong">
        <IssueName {...issue} />
      </LinkTo>
    </WithNote>
  ),
  State: ({ state, severity }) => (
    <>
      <State state={state} /> <span class="soft">{stateText(severity)}</span>
    </>
  ),
  Requests: ({ requests, of, times }) => (
    <>
      {groupedCount(requests)} <span class="soft">of {groupedCount(of)}</span>
      <div class="soft">{partText(requests, of)}</div>
      <Sparkline times={times} />
    </>
  ),
  Callers: ({ callers }) => (
    <>
      {callers.slice(0, 3).map((caller) => (
        <div key={caller.caller}>
          <CallerLabel {...caller} /> <span class="soft">{groupedCount(caller.requests)}</span>
        </div>
      ))}
      {callers.length > 3 && <span class="soft">and {callers.length - 3} more</span>}
    </>
  ),
  'Mapping line': ({ line }) => (line === undefined ? <span class="soft">–</span> : <code>{line}</code>),
  Latest: ({ latest: { at } }) => <Ago at={at} />,
};

/** Shows the issues of a report as a table. */
export const IssueTable = ({ issues, label = 'issues' }: Pick<ReportView, 'issues'> & TableLabel) => (
  <Table label={label} rows={issues} numericColumns={['Requests']} columns={issueColumns} />
);

/** Shows every operation with what was compared of it. */
export const Operations = ({ operations }: Pick<ReportView, 'operations'>) => (
  <Table
    label="operations"
    heading="Operations"
    rows={operations}
    numericColumns={['Compared', 'Differing', 'Missing until clean']}
    columns={{
      Operation: ({ operation }) => operation,
      State: ({ state }) => <State state={state} />,
      Compared: ({ compared }) => compared,
      Differing: ({ compared, differing }) => (
        <>
          {groupedCount(differing)} <span class="soft">{partText(differing, compared)}</span>
        </>
      ),
      'Missing until clean': ({ morePairs }) => morePairs,
    }}
  />
);

/** Shows the agreed differences, and how often each has hidden something. */
export const AgreedRules = ({ rules }: Pick<ReportView, 'rules'>) => (
  <Table
    label="agreed differences"
    heading="Agreed differences"
    rows={rules}
    numericColumns={['Hidden']}
    columns={{
      Path: ({ path, line }) => (
        <>
          <code>{path}</code>{' '}
          <span class="soft whole">{line === undefined ? 'agreed here' : `line ${line}`}</span>
        </>
      ),
      Reason: ({ reason }) => reason,
      Owner: ({ owner }) => owner,
      Ends: ({ expires }) => <span class="whole">{expires.slice(0, 10)}</span>,
      Hidden: ({ hits }) => hits,
    }}
  />
);

const NoDifferences = ({ compared }: Pick<ReportView, 'compared'>) => (
  <Empty title="No differences">
    {compared > 0 && `Of ${groupedCount(compared)} compared requests none differs so.`}
    {compared === 0 && 'Nothing was compared yet: move a resource to shadow, and let requests come.'}
  </Empty>
);

/** Shows the differences of v2 from v1 by the fewest causes, the newest change first. */
export function DifferencesScreen({ view: { report } }: ScreenProps<'differences'>) {
  const issues = useFoundRows(report?.issues ?? []).toSorted((issue, nextIssue) =>
    nextIssue.first.at.localeCompare(issue.first.at),
  );
  if (report === undefined)
    return (
      <>
        <Head title="Differences" />
        <Empty title="Nothing is compared">
          There is no v1 to compare with: set <code>upstream.v1</code> while v1 lives.
        </Empty>
      </>
    );
  return (
    <>
      <Head title="Differences" search="Search path, operation, caller" />
      <Budget report={report} />
      {issues.length === 0 && <NoDifferences compared={report.compared} />}
      <IssueTable issues={issues} />
      <Operations {...report} />
      <AgreedRules {...report} />
    </>
  );
}

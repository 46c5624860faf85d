import type { IssueView, Page, ReportView, ScreenProps } from './consoleData';
import {
  Ago,
  CallerLabel,
  groupedCount,
  Empty,
  Head,
  isFound,
  partText,
  Search,
  severityText,
  Sparkline,
  State,
  To,
  toneOf,
  Table,
} from './parts';

/** Shows the share that a client would have noticed as a bar with its upper bound, against the budget. */
export function Budget({ report }: { readonly report: ReportView }) {
  const { budget, noticed, upper, compared, differing, verdict, morePairs } = report;
  // The budget is in the middle of the bar.
  const width = (perTenThousand: number) =>
    Math.min(100, (perTenThousand / 10_000 / (budget * 2 || 1)) * 100);
  return (
    <section class="card budget">
      <h2>
        <State state={verdict} /> {groupedCount(differing)} of {groupedCount(compared)} compared requests
        differ {partText(differing, compared) && `(${partText(differing, compared)})`}
      </h2>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        role="img"
        aria-label={`noticed ${(noticed / 100).toFixed(2)}%, at most ${(upper / 100).toFixed(2)}%, budget ${(budget * 100).toFixed(2)}%`}
      >
        <rect class="ground" width="100" height="6" />
        <rect class="upper" width={width(upper)} height="6" />
        <rect class={`share ${toneOf(verdict)}`} width={width(noticed)} height="6" />
        <rect class="mark" x="49.75" width="0.5" height="6" />
      </svg>
      <p class="soft">
        noticed {(noticed / 100).toFixed(2)}%, at most {(upper / 100).toFixed(2)}% with 95% confidence; the
        budget is {(budget * 100).toFixed(2)}%
        {morePairs > 0 && `; ${groupedCount(morePairs)} more requests without a difference decide`}
      </p>
    </section>
  );
}

/** Shows one issue as a row. */
function Row({ issue, page }: { readonly issue: IssueView; readonly page: Pick<Page, 'at'> }) {
  const {
    id,
    kind,
    path,
    operation,
    severity,
    state,
    requests,
    of,
    callers,
    line,
    latest: latestEntry,
    again: repeated,
  } = issue;
  return (
    <tr>
      <td>
        <To kind="issue" id={id} class="strong">
          {kind} at <code>{path === '' ? 'status' : path}</code>
        </To>
        <div class="soft">
          {operation}
          {repeated !== undefined && ' · seen again after it was resolved'}
        </div>
      </td>
      <td>
        <State state={state} /> <span class="soft">{severityText(severity)}</span>
      </td>
      <td class="number">
        {groupedCount(requests)} <span class="soft">of {groupedCount(of)}</span>
        <div class="soft">{partText(requests, of)}</div>
        <Sparkline times={issue.times} />
      </td>
      <td>
        {callers.slice(0, 3).map((caller) => (
          <div key={caller.caller}>
            <CallerLabel {...caller} /> <span class="soft">{groupedCount(caller.requests)}</span>
          </div>
        ))}
        {callers.length > 3 && <span class="soft">and {callers.length - 3} more</span>}
      </td>
      <td>{line === undefined ? <span class="soft">–</span> : <code>{line}</code>}</td>
      <td class="soft">
        <Ago at={latestEntry.at} page={page} />
      </td>
    </tr>
  );
}

/** Shows the issues of a report as a table. */
export function IssueTable({
  issues,
  page,
  label = 'issues',
}: {
  readonly issues: readonly IssueView[];
  readonly label?: string;
  readonly page: Pick<Page, 'at'>;
}) {
  return (
    <Table
      label={label}
      columns={['Difference', 'State', 'Requests', 'Callers', 'Mapping line', 'Latest']}
      numbers={['Requests']}
    >
      {issues.map((issue) => (
        <Row key={issue.id} issue={issue} page={page} />
      ))}
    </Table>
  );
}

function Operations({ report: { operations } }: { readonly report: ReportView }) {
  return (
    <section>
      <h2>Operations</h2>
      <Table
        label="operations"
        columns={['Operation', 'State', 'Compared', 'Differing', 'Missing until clean']}
        numbers={['Compared', 'Differing', 'Missing until clean']}
      >
        {operations.map(({ operation, state, compared, differing, morePairs }) => (
          <tr key={operation}>
            <td>{operation}</td>
            <td>
              <State state={state} />
            </td>
            <td class="number">{groupedCount(compared)}</td>
            <td class="number">
              {groupedCount(differing)} <span class="soft">{partText(differing, compared)}</span>
            </td>
            <td class="number">{groupedCount(morePairs)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Shows the agreed differences, and how often each has hidden something. */
export function Agreed({ report: { rules } }: { readonly report: Pick<ReportView, 'rules'> }) {
  if (rules.length === 0) return null;
  return (
    <section>
      <h2>Agreed differences</h2>
      <Table
        label="agreed differences"
        columns={['Path', 'Reason', 'Owner', 'Ends', 'Hidden']}
        numbers={['Hidden']}
      >
        {rules.map(({ line, path, reason, owner, expires, hits }) => (
          <tr key={`${path} ${line ?? ''}`}>
            <td>
              <code>{path}</code>{' '}
              <span class="soft whole">{line === undefined ? 'agreed here' : `line ${line}`}</span>
            </td>
            <td>{reason}</td>
            <td>{owner}</td>
            <td class="whole">{expires.slice(0, 10)}</td>
            <td class="number">{groupedCount(hits)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Shows the differences of v2 from v1 by the fewest causes, the newest change first. */
export function DifferencesScreen({ view: { report }, page }: ScreenProps<'differences'>) {
  if (report === undefined) {
    return (
      <>
        <Head title="Differences" />
        <Empty title="Nothing is compared">
          There is no v1 to compare with: set <code>upstream.v1</code> while v1 lives.
        </Empty>
      </>
    );
  }
  const issues = report.issues
    .filter(({ path, kind, operation, line, resource, callers }) =>
      isFound(
        page.path,
        ...[path, kind, operation, line, resource],
        ...callers.flatMap(({ caller, name }) => [caller, name]),
      ),
    )
    .toSorted((issue, nextIssue) => nextIssue.first.at.localeCompare(issue.first.at));
  return (
    <>
      <Head title="Differences">
        <Search path={page.path} label="Search path, operation, caller" />
      </Head>
      <Budget report={report} />
      {issues.length === 0 ? (
        <Empty title="No differences">
          {report.compared === 0
            ? 'Nothing was compared yet: move a resource to shadow, and let requests come.'
            : `Of ${groupedCount(report.compared)} compared requests none differs so.`}
        </Empty>
      ) : (
        <IssueTable issues={issues} page={page} />
      )}
      <Operations report={report} />
      <Agreed report={report} />
    </>
  );
}

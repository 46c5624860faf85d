import { Ago, groupedCount, partText, State, To, Table, Empty } from '../parts';
import { IssueTable } from '../differences';
import type { differenceEntries } from '../../operator/differenceEntries';
import type { OutputOf } from '../../operator/entry';
import type { PairRow } from '../consoleData';
import { PairTable, IssueFacts, PlacesOf } from '../issue';

/** The report of the comparison with everything that the file shows of it. */
export type ReportInFile = OutputOf<typeof differenceEntries.report>;

/** One issue of the file. */
export type IssueInFile = ReportInFile['issues'][number];

/** Rows of the smallest pair of an issue, by the issue's id; an issue without a kept pair is absent. */
export type PairsOfIssues = ReadonlyMap<string, readonly PairRow[]>;

/** Shows a number with its share of a whole. */
function Share({ count, total }: { readonly count: number; readonly total: number }) {
  return (
    <>
      {groupedCount(count)} of {groupedCount(total)} <span class="soft">{partText(count, total)}</span>
    </>
  );
}

/** Shows every operation, which unfolds into its differences. */
export function ByOperation({ report }: { readonly report: ReportInFile }) {
  const { operations, issues, at } = report;
  if (operations.length === 0) return null;
  return (
    <section>
      <h2>By operation</h2>
      {operations.map(({ operation, state, compared, differing, morePairs }) => {
        const ownIssues = issues.filter(({ places }) =>
          places.some((issuePlace) => issuePlace.operation === operation),
        );
        return (
          <details key={operation} class="drill">
            <summary>
              <strong>{operation}</strong> <State state={state} />{' '}
              <Share count={differing} total={compared} /> compared requests differ
              {morePairs > 0 && <span class="soft">; {groupedCount(morePairs)} more until it is clean</span>}
            </summary>
            {ownIssues.length === 0 ? (
              <p class="soft">No difference that v1 does not show itself.</p>
            ) : (
              <IssueTable issues={ownIssues} page={{ at: Date.parse(at) }} label={`issues of ${operation}`} />
            )}
          </details>
        );
      })}
    </section>
  );
}

/** Shows the differences that concern one caller. */
function IssuesOf({ caller, issues }: { readonly caller: string; readonly issues: readonly IssueInFile[] }) {
  const ownIssues = issues.flatMap((issue) => {
    const share = issue.callers.find((issueCaller) => issueCaller.caller === caller);
    return share === undefined ? [] : [{ issue, requests: share.requests }];
  });
  if (ownIssues.length === 0)
    return <p class="soft">It is not among the callers that a difference concerns most.</p>;
  return (
    <Table
      label={`differences of ${caller === '' ? 'callers without a key' : caller}`}
      columns={['Difference', 'State', 'Its requests']}
      numbers={['Its requests']}
    >
      {ownIssues.map(({ issue, requests }) => (
        <tr key={issue.id}>
          <td>
            <To kind="issue" id={issue.id}>
              {issue.kind} at <code>{issue.path === '' ? 'status' : issue.path}</code>
            </To>
            <div class="soft">{issue.operation}</div>
          </td>
          <td>
            <State state={issue.state} />
          </td>
          <td class="number">
            <Share count={requests} total={issue.requests} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Returns the id of the section about a caller. */
export const callerId = (caller: string): string => `caller-${caller === '' ? 'none' : caller}`;

/** Shows every caller, which unfolds into the differences that concern it. */
export function ByCaller({ report }: { readonly report: ReportInFile }) {
  const { callers, issues, at } = report;
  if (callers.length === 0) return null;
  return (
    <section>
      <h2>By caller</h2>
      {callers.map(({ caller, name, compared, differing, latest: latestText }) => (
        <details key={caller} class="drill" id={callerId(caller)}>
          <summary>
            <strong>{name ?? (caller === '' ? 'no key' : '')}</strong>{' '}
            {caller !== '' && <code>{caller}</code>} <Share count={differing} total={compared} /> compared
            requests differ{' '}
            <span class="soft">
              latest <Ago at={latestText} page={{ at: Date.parse(at) }} />
            </span>
          </summary>
          <IssuesOf caller={caller} issues={issues} />
        </details>
      ))}
    </section>
  );
}

/** Most rows of one pair: the file shows the differing rows and the rows around them. */
const MOST_ROWS = 150;

/** Shows the pair of an issue: the differing values, and the equal values folded. */
function Pair({ rows, id }: { readonly rows: readonly PairRow[] | undefined; readonly id: string }) {
  if (rows === undefined || rows.length === 0) {
    return (
      <Empty title="No pair is kept">The sample has gone, or only the observation of it was kept.</Empty>
    );
  }
  const differing = rows.filter(({ differs }) => differs);
  const alike = rows.filter(({ differs }) => !differs);
  const hiddenCount = Math.max(differing.length - MOST_ROWS, 0) + Math.max(alike.length - MOST_ROWS, 0);
  return (
    <>
      <h3>
        The smallest pair, <code>{id}</code>{' '}
        <span class="soft">secrets and values that may not be shown are masked</span>
      </h3>
      {differing.length > 0 && (
        <PairTable rows={differing.slice(0, MOST_ROWS)} label={`what differs in ${id}`} />
      )}
      {alike.length > 0 && (
        <details>
          <summary>{groupedCount(alike.length)} alike</summary>
          <PairTable rows={alike.slice(0, MOST_ROWS)} label={`what is alike in ${id}`} />
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

/** Options of Issue. */
interface IssueProps {
  readonly issue: IssueInFile;
  readonly rows: readonly PairRow[] | undefined;
  /** Instant of the report, clock ms. */
  readonly at: number;
}

export function Issue({ issue, rows, at }: IssueProps) {
  const { id, kind, path, alongside, smallest } = issue;
  return (
    <section class="one" id={id}>
      <h2>
        {kind} at <code>{path === '' ? 'status' : path}</code> <span class="soft">{id}</span>
      </h2>
      <IssueFacts issue={issue} page={{ at }} />
      <Pair rows={rows} id={smallest.id} />
      <PlacesOf issue={issue} />
      {alongside.length > 0 && <p class="soft">together with: {alongside.join(', ')}</p>}
    </section>
  );
}

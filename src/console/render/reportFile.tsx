import { blankPage, type PairRow } from '../consoleData';
import { AgreedRules, Budget, IssueName, IssueTable, Operations } from '../differences';
import { AddressesInForce, Ago, groupedCount, minuteText, PageAround, partText, State } from '../parts';
import { Empty, FactList, Head, Table } from '../tables';
import { renderMarkup } from './renderPage';
import { stylesheet } from './stylesheet';
import type { differenceEntries } from '../../operator/differenceEntries';
import type { OutputOf } from '../../operator/entry';
import { IssueFacts, PairTable, PlacesOf } from '../issue';

/** The report of the comparison with everything that the file shows of it. */
type ReportInFile = OutputOf<typeof differenceEntries.report>;

/** One issue of the file. */
type IssueInFile = ReportInFile['issues'][number];

/** Rows of the smallest pair of an issue, by the issue's id; an issue without a kept pair is absent. */
export type PairsOfIssues = ReadonlyMap<string, readonly PairRow[]>;

/** Forbids the file to load or run anything, whatever text an answer contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const style = `${stylesheet}
main { margin: 0 auto; }
.drill { margin-top: 0.5rem; padding: 0.6rem 0.9rem; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
.drill > summary { color: var(--ink); overflow-wrap: anywhere; } .drill > .wide { margin-top: 0.6rem; }
.one { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 2px solid var(--line); scroll-margin-top: 1rem; }
.one > * { margin-top: 0.75rem; }
:target { outline: 2px solid var(--accent); outline-offset: 6px; border-radius: 6px; }
@media print { @page { margin: 14mm; } :root { color-scheme: light; } .wide { overflow: visible; }
  details::details-content { content-visibility: visible; } }
`;

/** Shows everything on one page, whose links lead to its own sections. */
function ReportContent({ report, pairs }: { readonly report: ReportInFile; readonly pairs: PairsOfIssues }) {
  const { issues, at, epoch, warnings, compared, outcomes, repeated, noise } = report;
  const pairCounts = { ...outcomes, 'compared, and seen often enough before': repeated };
  return (
    <main id="main">
      <Head title="v1 and v2 side by side">
        <span class="soft">
          as of {minuteText(at)} UTC, epoch <code>{epoch}</code>
        </span>
      </Head>
      <Budget report={report} />
      {warnings.map((warning) => (
        <p key={warning} class="banner open">
          {warning}
        </p>
      ))}
      {issues.length === 0 && (
        <Empty title={compared === 0 ? 'Nothing was compared' : 'No differences'}>
          No difference that v1 does not show itself.
        </Empty>
      )}
      <IssueTable issues={issues} />
      <Operations {...report} />
      <ByCaller report={report} />
      {issues.map((issue) => (
        <Issue key={issue.id} issue={issue} rows={pairs.get(issue.id) ?? []} />
      ))}
      <Table
        label="noise of v1"
        heading="Where v1 differs from itself"
        rows={noise}
        numericColumns={['Only v2', 'Only v1', 'More needed']}
        columns={{
          Path: ({ path }) => <code>{path}</code>,
          Operation: ({ operation }) => operation,
          State: ({ state }) => <State state={state} />,
          'v2 is held to': ({ held: heldText = '(nothing)' }) => heldText,
          'Only v2': ({ onlyV2 }) => onlyV2,
          'Only v1': ({ onlyV1 }) => onlyV1,
          'More needed': ({ morePairs }) => morePairs,
        }}
      />
      <AgreedRules {...report} />
      <section class="card">
        <h2>What became of every pair</h2>
        <FactList facts={pairCounts} />
      </section>
    </main>
  );
}

/**
 * Renders a report as one self-contained HTML file from the components of the console. The file loads and runs nothing,
 * and is fit for paper.
 */
export function renderReportFile(report: ReportInFile, pairs: PairsOfIssues): string {
  const namedCallers = new Set(report.callers.map(({ caller }) => caller));
  const addresses = {
    issue: (id: string) => `#${id}`,
    caller: (caller: string) =>
      namedCallers.has(caller) ? `#${encodeURIComponent(callerId(caller))}` : undefined,
    resource: () => undefined,
  };
  return renderMarkup(
    'v1 and v2 side by side',
    <>
      <meta http-equiv="Content-Security-Policy" content={POLICY} />
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </>,
    <PageAround.Provider value={{ ...blankPage, at: Date.parse(report.at) }}>
      <AddressesInForce.Provider value={addresses}>
        <ReportContent report={report} pairs={pairs} />
      </AddressesInForce.Provider>
    </PageAround.Provider>,
  );
}

/** Returns the id of the section about a caller. */
const callerId = (caller: string): string => `caller-${caller === '' ? 'none' : caller}`;

/** Shows every caller, which unfolds into the differences that concern it most, with its share of each. */
const ByCaller = ({ report: { callers, issues } }: { readonly report: ReportInFile }) => (
  <section>
    {callers.length > 0 && <h2>By caller</h2>}
    {callers.map(({ caller, name = caller === '' ? 'no key' : '', latest: instant, compared, differing }) => (
      <details key={caller} class="drill" id={callerId(caller)}>
        <summary>
          <strong>{name}</strong> {caller !== '' && <code>{caller}</code>} {groupedCount(differing)} of{' '}
          {groupedCount(compared)} <span class="soft">{partText(differing, compared)}</span> compared requests
          differ{' '}
          <span class="soft">
            latest <Ago at={instant} />
          </span>
        </summary>
        <IssueTable
          issues={issues.flatMap((issue) =>
            issue.callers
              .filter((issueCaller) => issueCaller.caller === caller)
              .map((callerShare) => ({
                ...issue,
                requests: callerShare.requests,
                of: issue.requests,
                callers: [callerShare],
              })),
          )}
          label={`issues of ${caller === '' ? 'callers without a key' : caller}`}
        />
      </details>
    ))}
  </section>
);

/** Most rows of one pair: the file shows the differing rows and the rows around them. */
const MAX_ROWS = 150;

/** Shows the pair of an issue: the differing values, and the equal values folded. */
function Pair({ rows, id }: { readonly rows: readonly PairRow[]; readonly id: string }) {
  if (rows.length === 0)
    return (
      <Empty title="No pair is kept">The sample has gone, or only the observation of it was kept.</Empty>
    );
  const differingRows = rows.filter(({ differs }) => differs);
  const alike = rows.filter(({ differs }) => !differs);
  const hiddenCount = Math.max(differingRows.length - MAX_ROWS, 0) + Math.max(alike.length - MAX_ROWS, 0);
  return (
    <>
      <h3>
        The smallest pair, <code>{id}</code>{' '}
        <span class="soft">secrets and values that may not be shown are masked</span>
      </h3>
      {differingRows.length > 0 && (
        <PairTable rows={differingRows.slice(0, MAX_ROWS)} label={`what differs in ${id}`} />
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
const Issue = ({ issue, rows }: { readonly issue: IssueInFile; readonly rows: readonly PairRow[] }) => (
  <section class="one" id={issue.id}>
    <h2>
      <IssueName {...issue} /> <span class="soft">{issue.id}</span>
    </h2>
    <IssueFacts issue={issue} />
    <Pair rows={rows} id={issue.smallest.id} />
    <PlacesOf issue={issue} />
    {issue.alongside.length > 0 && <p class="soft">together with: {issue.alongside.join(', ')}</p>}
  </section>
);

import { blankPage } from '../consoleData';
import { Agreed, Budget, IssueTable } from '../differences';
import { AddressesInForce, minuteText, PageAround, State } from '../parts';
import { type TableColumns, Empty, FactList, Head, Table } from '../tables';
import {
  ByCaller,
  ByOperation,
  callerId,
  Issue,
  type PairsOfIssues,
  type ReportInFile,
  SeenTimes,
} from './drillDown';
import { renderMarkup } from './renderPage';
import { stylesheet } from './stylesheet';

/** Forbids the file to load or run anything, whatever text an answer contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const style = `${stylesheet}
main { margin: 0 auto; }
.drill { margin-top: 0.5rem; padding: 0.6rem 0.9rem; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
.drill > summary { color: var(--ink); overflow-wrap: anywhere; } .drill > .wide { margin-top: 0.6rem; }
.one { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 2px solid var(--line); scroll-margin-top: 1rem; }
.one > * { margin-top: 0.75rem; }
.times li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); gap: 1rem; align-items: center; padding: 0.15rem 0;
  overflow-wrap: anywhere; }
.times svg { display: block; width: 100%; height: 9px; } .times .ground { fill: var(--raised); }
.times .share { fill: var(--open); } .times .share.bad { fill: var(--bad); }
.times .scale { margin-left: calc((100% + 2rem) / 3); }
:target { outline: 2px solid var(--accent); outline-offset: 6px; border-radius: 6px; }
@media (max-width: 48rem) { .times li { grid-template-columns: minmax(0, 1fr); gap: 0.1rem; } .times .scale { margin-left: 0; } }
@media print { @page { margin: 14mm; } :root { color-scheme: light; } .wide { overflow: visible; }
  details::details-content { content-visibility: visible; } }
`;

const noiseColumns: TableColumns<ReportInFile['noise'][number]> = {
  Path: ({ path }) => <code>{path}</code>,
  Operation: ({ operation }) => operation,
  State: ({ state }) => <State state={state} />,
  'v2 is held to': ({ held: heldText = '(nothing)' }) => heldText,
  'Only v2': ({ onlyV2 }) => onlyV2,
  'Only v1': ({ onlyV1 }) => onlyV1,
  'More needed': ({ morePairs }) => morePairs,
};

/** Shows everything on one page, whose links lead to its own sections. */
function Content({ report, pairs }: { readonly report: ReportInFile; readonly pairs: PairsOfIssues }) {
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
      <SeenTimes report={report} />
      <ByOperation report={report} />
      <ByCaller report={report} />
      {issues.map((issue) => (
        <Issue key={issue.id} issue={issue} rows={pairs.get(issue.id)} />
      ))}
      <Table
        label="noise of v1"
        heading="Where v1 differs from itself"
        rows={noise}
        numbers={['Only v2', 'Only v1', 'More needed']}
        columns={noiseColumns}
      />
      <Agreed report={report} />
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
        <Content report={report} pairs={pairs} />
      </AddressesInForce.Provider>
    </PageAround.Provider>,
  );
}

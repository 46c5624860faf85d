import { render } from 'preact-render-to-string';
import { Agreed, Budget, IssueTable } from '../differences';
import { AddressesInForce, minuteText, groupedCount, Empty, Head, State, Table } from '../parts';
import { stylesheet } from './stylesheet';
import { ByCaller, ByOperation, callerId, Issue, type PairsOfIssues, type ReportInFile } from './drillDown';
import { SeenTimes } from './seenTimes';

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

function Noise({ report: { noise } }: { readonly report: ReportInFile }) {
  if (noise.length === 0) return null;
  return (
    <section>
      <h2>Where v1 differs from itself</h2>
      <Table
        label="noise of v1"
        columns={['Path', 'Operation', 'State', 'v2 is held to', 'Only v2', 'Only v1', 'More needed']}
        numbers={['Only v2', 'Only v1', 'More needed']}
      >
        {noise.map(({ path, operation, state, held: heldText = '(nothing)', onlyV2, onlyV1, morePairs }) => (
          <tr key={`${operation} ${path}`}>
            <td>
              <code>{path}</code>
            </td>
            <td>{operation}</td>
            <td>
              <State state={state} />
            </td>
            <td>{heldText}</td>
            {[onlyV2, onlyV1, morePairs].map((value, index) => (
              <td key={index} class="number">
                {groupedCount(value)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Outcomes({ report: { outcomes, repeated } }: { readonly report: ReportInFile }) {
  return (
    <section class="card">
      <h2>What became of every pair</h2>
      <dl class="facts">
        {[...Object.entries(outcomes), ['compared, and seen often enough before', repeated] as const].map(
          ([outcome, pairs]) => [
            <dt key={outcome}>{outcome}</dt>,
            <dd key={`${outcome} pairs`}>{groupedCount(pairs)}</dd>,
          ],
        )}
      </dl>
    </section>
  );
}

/** Shows everything on one page, whose links lead to its own sections. */
function Content({ report, pairs }: { readonly report: ReportInFile; readonly pairs: PairsOfIssues }) {
  const { issues, at, epoch, warnings, compared } = report;
  const instant = Date.parse(at);
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
      {issues.length === 0 ? (
        <Empty title={compared === 0 ? 'Nothing was compared' : 'No differences'}>
          No difference that v1 does not show itself.
        </Empty>
      ) : (
        <IssueTable issues={issues} page={{ at: instant }} />
      )}
      <SeenTimes report={report} />
      <ByOperation report={report} />
      <ByCaller report={report} />
      {issues.map((issue) => (
        <Issue key={issue.id} issue={issue} rows={pairs.get(issue.id)} at={instant} />
      ))}
      <Noise report={report} />
      <Agreed report={report} />
      <Outcomes report={report} />
    </main>
  );
}

/**
 * Renders a report as one self-contained HTML file from the components of the console. The file loads and runs nothing,
 * and is fit for paper.
 */
export function renderReportFile(report: ReportInFile, pairs: PairsOfIssues): string {
  const knownCallers = new Set(report.callers.map(({ caller }) => caller));
  const addresses = {
    issue: (id: string) => `#${id}`,
    caller: (caller: string) =>
      knownCallers.has(caller) ? `#${encodeURIComponent(callerId(caller))}` : undefined,
    resource: () => undefined,
  };
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>v1 and v2 side by side</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <AddressesInForce.Provider value={addresses}>
          <Content report={report} pairs={pairs} />
        </AddressesInForce.Provider>
      </body>
    </html>
  );
  return `<!doctype html>${render(document)}`;
}

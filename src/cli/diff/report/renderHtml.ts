import { type Html, html, page } from '../../../documents/htmlPage';
import { callerText } from '../../../cutover/callerNames';
import type { ComparisonIssue, ComparisonReport } from '../../../comparison/report/comparisonReport';
import { counted } from '../../../mapping/compile/ledger';
import { causeText, evidenceText, headline, shareText, verdictText } from './reportPhrases';

/** Styles of the report, in addition to those that all pages share. */
const diffStyle: Html = {
  markup: `
body { margin: 0 auto; max-width: 72rem; padding: 2rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 0.35rem; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; }
.state { font-weight: 600; } .within, .clean { color: var(--good); } .over, .regression { color: var(--bad); }
.undecided { color: var(--open); }
h1::first-letter, p.state::first-letter { text-transform: uppercase; }
ol { padding: 0; list-style: none; }
li.issue { margin: 0 0 1rem; padding: 0.9rem 1.1rem; background: var(--panel); border: 1px solid var(--line);
  border-left-width: 4px; border-radius: 6px; break-inside: avoid; }
li.regression { border-left-color: var(--bad); color: inherit; } li.undecided { border-left-color: var(--open); color: inherit; }
table { width: max-content; min-width: 100%; }
td { max-width: 26rem; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 45rem) { body { padding: 1rem; } }
@media print {
  html { font-size: 10.5pt; }
  body { max-width: none; padding: 0; }
  table { width: 100%; }
}
`,
};

type Cell = string | number;

const isNumber = (cell: Cell): boolean => typeof cell === 'number';

const cellHtml = (cell: Cell): Html =>
  isNumber(cell) ? html`<td class="number">${cell.toLocaleString('en')}</td>` : html`<td>${cell}</td>`;

const headHtml = (heading: string, cell: Cell | undefined): Html =>
  cell !== undefined && isNumber(cell)
    ? html`<th scope="col" class="number">${heading}</th>`
    : html`<th scope="col">${heading}</th>`;

function tableHtml(title: string, headings: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const [sample] = rows;
  if (sample === undefined) return html``;
  return html`<h2>${title}</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            ${headings.map((heading, index) => headHtml(heading, sample[index]))}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map(cellHtml)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div> `;
}

function issueHtml(issue: ComparisonIssue): Html {
  const { id, kind, path, operation, state, severity, requests, of, first, latest, smallest } = issue;
  const { callers, alongside } = issue;
  const who = callers.map(({ caller, name, requests: count }) => `${callerText(caller, name)} ${count}`);
  return html`<li class="issue ${state}">
    <h3><span class="state ${state}">${state}</span> ${kind} at <code>${path}</code> in ${operation}</h3>
    <p>${severity}, ${shareText(requests, of)} requests; ${id}</p>
    <p><code>${causeText(issue)}</code></p>
    <p>${evidenceText(issue)}</p>
    <p class="soft">
      first <code>${first.id}</code> ${first.at}; latest <code>${latest.id}</code> ${latest.at}; smallest
      <code>${smallest.id}</code>
    </p>
    ${who.length === 0 ? html`` : html`<p class="soft">callers: ${who.join(', ')}</p>`}
    ${alongside.length === 0 ? html`` : html`<p class="soft">together with: ${alongside.join(', ')}</p>`}
  </li> `;
}

const tables = ({ operations, callers, noise, rules, outcomes, repeated }: ComparisonReport): Html =>
  html`${tableHtml(
    'By operation',
    ['operation', 'state', 'compared', 'differ', 'looks at v1', 'more needed'],
    operations.map((one) => [
      ...[one.operation, one.state],
      ...[one.compared, one.differing, one.looks, one.morePairs],
    ]),
  )}
  ${tableHtml(
    'By caller',
    ['caller', 'compared', 'differ', 'latest'],
    callers.map((one) => [callerText(one.caller, one.name), one.compared, one.differing, one.latest]),
  )}
  ${tableHtml(
    'Where v1 differs from itself',
    ['path', 'operation', 'state', 'v2 is held to', 'only v2', 'only v1', 'more needed'],
    noise.map((one) => [
      ...[one.path, one.operation, one.state, one.held ?? '(nothing)'],
      ...[one.onlyV2, one.onlyV1, one.morePairs],
    ]),
  )}
  ${tableHtml(
    'Agreed differences',
    ['path', 'owner', 'reason', 'expires', 'warning', 'hits'],
    rules.map((one) => [
      ...[one.path, one.owner, one.reason, one.expires.slice(0, 10), one.warnings.join('; ')],
      one.hits,
    ]),
  )}
  ${tableHtml(
    'What became of every pair',
    ['outcome', 'pairs'],
    [...Object.entries(outcomes), ['compared, and seen often enough before', repeated]],
  )}`;

/** Renders a report as one HTML page. */
export function renderHtml(report: ComparisonReport): string {
  const { verdict, issues, compared, differing, at, epoch, warnings } = report;
  const body = html`<main>
    <h1>${headline(report)}</h1>
    <p class="state ${verdict}">${verdictText(report)}</p>
    <p class="soft">
      ${counted(compared, 'request')} compared, ${differing.toLocaleString('en')} differ. ${at}, epoch
      <code>${epoch}</code>
    </p>
    <h2>What differs</h2>
    ${
      issues.length === 0
        ? html`<p>No difference that v1 does not show itself.</p>`
        : html`<ol>
            ${issues.map(issueHtml)}
          </ol>`
    }
    ${warnings.map((warning) => html`<p class="undecided">${warning}</p>`)} ${tables(report)}
  </main>`;
  return page({ title: 'v1 and v2 side by side', style: diffStyle, body });
}

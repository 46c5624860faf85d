import type { Html } from '../../documents/html';

/** The look of the report, beside what all pages share. */
export const diffStyle: Html = {
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

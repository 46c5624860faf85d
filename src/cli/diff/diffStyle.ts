import type { Html } from '../../documents/html';

/** The look of the report: system fonts, both colour schemes, and paper. */
export const diffStyle: Html = {
  markup: `
:root { color-scheme: light dark;
  --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#57606a, #9aa4af); --paper: light-dark(#fff, #14171b);
  --panel: light-dark(#f5f7f9, #1c2127); --line: light-dark(#d8dee4, #333b44);
  --good: light-dark(#1a6b34, #7ee2a0); --bad: light-dark(#a3223a, #ff9aa8); --open: light-dark(#8a4b00, #f2b866); }
* { box-sizing: border-box; }
html { font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 0.35rem; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; }
code { font: 0.875em ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.state { font-weight: 600; } .within, .clean { color: var(--good); } .over, .regression { color: var(--bad); }
.undecided { color: var(--open); }
ol { padding: 0; list-style: none; }
li.issue { margin: 0 0 1rem; padding: 0.9rem 1.1rem; background: var(--panel); border: 1px solid var(--line);
  border-left-width: 4px; border-radius: 6px; break-inside: avoid; }
li.regression { border-left-color: var(--bad); color: inherit; } li.undecided { border-left-color: var(--open); color: inherit; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
thead th { background: var(--panel); }
@media print {
  @page { margin: 16mm 14mm; }
  :root { color-scheme: light; }
  html { font-size: 10.5pt; }
  body { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
`,
};

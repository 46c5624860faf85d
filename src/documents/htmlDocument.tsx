import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

/** The style that all documents share: system fonts, light and dark colours, print. */
export const sharedStyle = `
:root { color-scheme: light dark;
  --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#57606a, #9aa4af); --paper: light-dark(#fff, #14171b);
  --panel: light-dark(#f5f7f9, #1c2127); --line: light-dark(#d8dee4, #333b44); --link: light-dark(#0b5cad, #79b8ff);
  --good: light-dark(#1a6b34, #7ee2a0); --open: light-dark(#8a4b00, #f2b866); --bad: light-dark(#a3223a, #ff9aa8); }
* { box-sizing: border-box; }
html { font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; }
body { margin: 0; color: var(--ink); background: var(--paper); }
code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
code { font-size: 0.875em; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.75rem; border-bottom: 1px solid var(--line); }
thead th { background: var(--panel); }
@media print {
  @page { margin: 16mm 14mm; }
  :root { color-scheme: light; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
`;

/** The one script that a document may run. */
export interface DocumentScript {
  readonly text: string;
  /** E.g. `'sha256-...'`. */
  readonly hash: string;
}

interface DocumentParts {
  readonly title: string;
  readonly style: string;
  readonly children: ComponentChildren;
  /** A script with its hash for the policy; without it the document runs nothing. */
  readonly script?: DocumentScript | undefined;
}

/** Forbids the document to load anything or to run foreign code, whatever text a mapping contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders a self-contained HTML document: no network, no script but its own, fit for paper. */
export const renderDocument = ({ title, style, children, script }: DocumentParts): string =>
  `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content={script === undefined ? POLICY : `${POLICY}; script-src ${script.hash}`}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: sharedStyle + style }} />
      </head>
      <body>
        {children}
        {script !== undefined && <script dangerouslySetInnerHTML={{ __html: script.text }} />}
      </body>
    </html>,
  )}`;

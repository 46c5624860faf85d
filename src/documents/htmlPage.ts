/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

function markupOf(part: Part): string {
  if (isList(part)) return part.map(markupOf).join('');
  return typeof part === 'object' ? part.markup : escaped(String(part));
}

/** Makes markup from a template; inserted text is escaped for content and for quoted attribute values. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, index) => text + markupOf(parts[index] ?? '')).join(''),
});

/** The style that all pages share: system fonts, light and dark colours, print. */
const pageStyle: Html = {
  markup: `
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
`,
};

/** Parts of a page; its style comes after the one that all pages share. */
interface PageParts {
  readonly title: string;
  readonly style: Html;
  readonly body: Html;
  /** A script, and its hash as a policy names it; absent: the page runs nothing. */
  readonly script?: PageScript | undefined;
}

/** The one script that a page may run. */
export interface PageScript {
  readonly text: string;
  /** E.g. `'sha256-...'`. */
  readonly hash: string;
}

/** Forbids the page to load anything, or run what it does not bring itself, whatever text a mapping brings in. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The element of a script: to the letter what the hash is of. */
const scriptElement = (script: PageScript | undefined): Html => ({
  markup: script === undefined ? '' : `<script>${script.text}</script>`,
});

/** Prints a self-contained HTML page: no network, no script but a given one, fit for paper. */
export const page = ({ title, style, body, script }: PageParts): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="${script === undefined ? POLICY : `${POLICY}; script-src ${script.hash}`}"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${pageStyle}${style}
        </style>
      </head>
      <body>
        ${body} ${scriptElement(script)}
      </body>
    </html> `.markup;

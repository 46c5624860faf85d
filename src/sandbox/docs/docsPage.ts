import { createHash } from 'node:crypto';
import type { Express } from 'express';
import type { ServedOperation } from '../http/handler';
import { componentSchemas } from '../../documents/openApi/contractSchema';
import { nameSchemas, operationId } from './schemaNames';
import { escapeHtml, renderOperation } from './docsOperation';
import { contentOf } from './schemaExamples';
import { sandboxOpenApi, refusalsOf } from './sandboxOpenApi';
import { ok, sendReply } from '../http/reply';

/** The whole style of the page: no font, picture or script comes from anywhere. */
const pageStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 19rem 1fr; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { text-decoration: none; color: inherit; display: block; padding: .1rem 0; font-size: 13px; }
nav a:hover, nav a:focus { text-decoration: underline; }
main { padding: 1rem 2rem 4rem; max-width: 64rem; min-width: 0; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
article { padding-top: 1.5rem; }
h3 { font: 600 15px/1.5 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.2rem; }
.GET { color: light-dark(#1a7f4b, #57d492); } .POST { color: light-dark(#a15c00, #f0b45c); }
.PATCH { color: light-dark(#6f42c1, #bd9cf5); } .DELETE { color: light-dark(#c0392b, #f28b7f); }
.source { font-size: 12px; opacity: .7; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: 13px; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { font-family: ui-monospace, monospace; white-space: nowrap; }
pre { padding: .8rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; font-size: 12px; }
summary { cursor: pointer; }
@media (max-width: 50rem) {
  body { display: flex; flex-direction: column-reverse; }
  nav { position: static; height: auto; border: 0; border-top: 1px solid var(--line); }
  main { padding: 1rem; max-width: 100%; }
}
`;

/** The page that documents every operation: plain HTML that needs no script and no network. */
function renderPage(
  title: string,
  operations: readonly ServedOperation[],
  render: (operation: ServedOperation) => string,
): string {
  const groups = [...new Set(operations.map(groupOf))];
  const inGroup = (group: string) => operations.filter((operation) => groupOf(operation) === group);
  const links = groups.map(
    (group) => `<h4>${escapeHtml(group)}</h4><ul>${inGroup(group).map(link).join('')}</ul>`,
  );
  const parts = groups.map(
    (group) => `<h2>${escapeHtml(group)}</h2>${inGroup(group).map(render).join('\n')}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<nav aria-label="Operations">${links.join('\n')}</nav>
<main><h1>${escapeHtml(title)}</h1>
<p>As OpenAPI 3.1: <a href="/openapi.json">all</a>, <a href="/v1/openapi.json">v1</a>,
<a href="/v2/openapi.json">v2</a>. Every operation can also answer 401 and 429.</p>
${parts.join('\n')}</main>
</body>
</html>
`;
}

const groupOf = ({ version, path }: ServedOperation) => `${version} ${path.split('/')[2] ?? ''}`;

const link = (operation: ServedOperation) =>
  `<li><a href="#${operationId(operation)}"><span class="${operation.method}">${operation.method}</span> ${escapeHtml(
    operation.summary,
  )}</a></li>`;

/** The page about these operations, as HTML. */
function docsPage(title: string, operations: readonly ServedOperation[]): string {
  const names = nameSchemas(operations);
  const schemas = componentSchemas(names);
  const shapes = { names, schemas };
  return renderPage(title, operations, (operation) => {
    const { body, answer } = operation;
    const view = {
      operation,
      request: body && contentOf(body, shapes),
      answer: contentOf(answer, shapes),
      refusals: refusalsOf(operation),
    };
    return renderOperation(view, schemas);
  });
}

const TITLE = 'Marketplace Seller API';

/** The page may use its own style and nothing else. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/** Serves the documents of both versions and the page that shows them; nobody needs a key to read them. */
export function mountDocs(app: Express, operations: readonly ServedOperation[]): void {
  const ofVersion = (version: string) => operations.filter((operation) => operation.version === version);
  const documents = [
    { path: '/openapi.json', title: TITLE, operations },
    { path: '/v1/openapi.json', title: `${TITLE} v1`, operations: ofVersion('v1') },
    { path: '/v2/openapi.json', title: `${TITLE} v2`, operations: ofVersion('v2') },
  ];
  for (const { path, ...subject } of documents) {
    app.get(path, (_request, response) => sendReply(response, ok(sandboxOpenApi(subject))));
  }
  app.get('/docs', (_request, response) => {
    response.set('content-security-policy', POLICY).type('html').send(docsPage(TITLE, operations));
  });
}

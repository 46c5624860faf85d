import type { Operation } from '../http/operation';
import { operationId } from '../openApi/nameSchemas';
import { escapeHtml } from './escapeHtml';
import { pageStyle } from './pageStyle';

/** The page that documents every operation: plain HTML that needs no script and no network. */
export function renderPage(
  title: string,
  operations: readonly Operation[],
  render: (operation: Operation) => string,
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

const groupOf = ({ version, path }: Operation) => `${version} ${path.split('/')[2] ?? ''}`;

const link = (operation: Operation) =>
  `<li><a href="#${operationId(operation)}"><span class="${operation.method}">${operation.method}</span> ${escapeHtml(
    operation.summary,
  )}</a></li>`;

import { createHash } from 'node:crypto';
import type { Express, Request } from 'express';
import type { ServedOperation } from '../http/handler';
import { componentSchemas } from '../../documents/openApi/contractSchema';
import { nameSchemas, operationId } from './schemaNames';
import { escapeHtml, renderOperation } from './docsOperation';
import { contentOf } from './schemaExamples';
import { sandboxOpenApi, refusalsOf } from './sandboxOpenApi';
import { isLocal } from '../http/incomingRequest';
import { ok, sendReply } from '../http/reply';
import { docsScript } from './docsScript';
import { renderTry, type TryValues } from './tryOperation';

/** The whole style of the page: no font, picture or script comes from anywhere. */
const pageStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 19rem 1fr;
  color: light-dark(#1b1f24, #e6e8eb); background: light-dark(#fff, #14171b); }
main a { color: light-dark(#0b5cad, #79b8ff); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
[hidden] { display: none !important; }
nav input { width: 100%; }
nav h2 { font-size: 13px; margin: 1rem 0 .3rem; border: 0; }
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
input, textarea, button { font: inherit; font-size: 13px; padding: .25rem .5rem; border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
  border-radius: 4px; background: Canvas; color: CanvasText; }
textarea { font: 12px/1.5 ui-monospace, monospace; }
button { cursor: pointer; } .base code { font-weight: 600; }
.keys { display: flex; flex-wrap: wrap; gap: .5rem 1rem; } .keys label { flex: 1 1 18rem; min-width: 0; } .keys input { width: 100%; }
.try { margin: .5rem 0; } .try pre { margin: 0 0 .4rem; } .curl { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; }
.acts { margin: 0 0 .5rem; } .inputs { display: grid; gap: .5rem; margin-bottom: 1rem; justify-items: start; }
.inputs label { display: grid; gap: .15rem; width: 100%; } output { display: block; width: 100%; min-width: 0; } output pre { max-height: 24rem; }
@media (max-width: 50rem) {
  body { display: flex; flex-direction: column; }
  nav { position: static; height: auto; max-height: 35vh; border: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; max-width: 100%; }
  td:first-child, p, h1 { white-space: normal; overflow-wrap: anywhere; }
}
`;

/** The page that documents every operation: complete without script, which lets it be searched and tried. */
function renderPage(
  title: string,
  operations: readonly ServedOperation[],
  values: TryValues,
  render: (operation: ServedOperation) => string,
): string {
  const groups = [...new Set(operations.map(groupOf))];
  const inGroup = (group: string) => operations.filter((operation) => groupOf(operation) === group);
  const links = groups.map(
    (group) => `<h2>${escapeHtml(group)}</h2><ul>${inGroup(group).map(link).join('')}</ul>`,
  );
  const parts = groups.map(
    (group) => `<section><h2>${escapeHtml(group)}</h2>${inGroup(group).map(render).join('\n')}</section>`,
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
<nav aria-label="Operations">
<input id="search" class="script" type="search" aria-label="Search operations" placeholder="Search, press /" hidden>
${links.join('\n')}</nav>
<main><h1>${escapeHtml(title)}</h1>
<p class="base">Base URL <code>${escapeHtml(values.base)}</code> <button type="button" class="copy script" hidden>Copy</button></p>
<p class="keys script" hidden>${VERSIONS.map((version) => keyField(version, values)).join(' ')}</p>
<p>As OpenAPI 3.1: <a href="/openapi.json">all</a>, <a href="/v1/openapi.json">v1</a>,
<a href="/v2/openapi.json">v2</a>. Every operation can also answer 401 and 429.</p>
<p id="nothing" role="status" hidden>No operation is called so.</p>
${parts.join('\n')}</main>
<script>${docsScript}</script>
</body>
</html>
`;
}

const VERSIONS = ['v1', 'v2'] as const;

const keyField = (version: 'v1' | 'v2', { keys }: TryValues): string =>
  `<label>Key of ${version} <input id="key-${version}" value="${escapeHtml(keys[version])}" autocomplete="off" spellcheck="false"></label>`;

const groupOf = ({ version, path }: ServedOperation) => `${version} ${path.split('/')[2] ?? ''}`;

const link = (operation: ServedOperation) =>
  `<li><a href="#${operationId(operation)}"><span class="${operation.method}">${operation.method}</span> ${escapeHtml(
    operation.summary,
  )}</a></li>`;

/** The page about these operations, as HTML. */
function docsPage(title: string, operations: readonly ServedOperation[], values: TryValues): string {
  const names = nameSchemas(operations);
  const schemas = componentSchemas(names);
  const shapes = { names, schemas };
  return renderPage(title, operations, values, (operation) => {
    const { body, answer } = operation;
    const request = body && contentOf(body, shapes);
    const view = {
      ...{ operation, request },
      answer: contentOf(answer, shapes),
      refusals: refusalsOf(operation),
      form: renderTry(operation, request?.example, values),
    };
    return renderOperation(view, schemas);
  });
}

const TITLE = 'Marketplace Seller API';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page may use its own style and script and call this marketplace, and nothing else; nobody may frame it. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(docsScript)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Values that the page fills in for somebody on this machine. */
export interface DocsSamples {
  readonly keys: TryValues['keys'];
  readonly sampleLogin: string;
  readonly sampleCurrencyOfferId: number;
  readonly sampleCurrencyGame: string;
}

/** Chooses the values that a visitor gets: a key only on this machine, where the program has printed it too. */
function valuesFor(request: Pick<Request, 'socket' | 'headers'>, samples: DocsSamples): TryValues {
  const base = `http://${request.headers.host ?? ''}`;
  if (!isLocal(request)) return { base, keys: { v1: 'V1_KEY', v2: 'V2_KEY' }, parameters: {} };
  const { keys, sampleLogin, sampleCurrencyOfferId, sampleCurrencyGame } = samples;
  const offer = String(sampleCurrencyOfferId);
  const parameters = {
    ...{ accountLogin: sampleLogin, currencyOfferId: offer, currencyOffer: offer },
    ...{ game: sampleCurrencyGame, slug: sampleCurrencyGame },
  };
  return { base, keys, parameters };
}

/** Serves the documents of both versions and the page that shows them; nobody needs a key to read them. */
export function mountDocs(app: Express, operations: readonly ServedOperation[], samples: DocsSamples): void {
  const ofVersion = (version: string) => operations.filter((operation) => operation.version === version);
  const documents = [
    { path: '/openapi.json', title: TITLE, operations },
    { path: '/v1/openapi.json', title: `${TITLE} v1`, operations: ofVersion('v1') },
    { path: '/v2/openapi.json', title: `${TITLE} v2`, operations: ofVersion('v2') },
  ];
  for (const { path, ...subject } of documents) {
    app.get(path, (_request, response) => sendReply(response, ok(sandboxOpenApi(subject))));
  }
  app.get('/docs', (request, response) => {
    response.set({ 'content-security-policy': POLICY, 'cache-control': 'no-store' }).type('html');
    response.send(docsPage(TITLE, operations, valuesFor(request, samples)));
  });
}

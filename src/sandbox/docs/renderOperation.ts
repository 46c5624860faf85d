import type { JsonObject } from '../../contract/json';
import type { Operation } from '../http/operation';
import { operationId } from '../openApi/nameSchemas';
import { escapeHtml } from './escapeHtml';
import { fieldRows } from './fieldRows';

/** A body as its part of a document shows it. */
interface Content {
  readonly schema: JsonObject;
  readonly example: unknown;
}

/** What the page shows of one operation. */
export interface OperationView {
  readonly operation: Operation;
  readonly request: Content | undefined;
  readonly answer: Content;
  /** Refusals by status, each with what it means. */
  readonly refusals: readonly (readonly [status: string, description: string])[];
}

/** One operation as a part of the page. */
export function renderOperation(view: OperationView, schemas: JsonObject): string {
  const { operation, request, answer, refusals } = view;
  const { method, path, summary, source, status, query = [] } = operation;
  const parameters = query.map(({ name, type, description }) => [name, type, description]);
  return `<article id="${operationId(operation)}">
<h3><span class="method ${method}">${method}</span>${escapeHtml(path)}</h3>
<p>${escapeHtml(summary)} <span class="source">${escapeHtml(source)}</span></p>
${parameters.length === 0 ? '' : renderTable(['Query', 'Type', ''], parameters)}
${request === undefined ? '' : renderContent('Request', request, schemas)}
${renderContent(`Answer ${status}`, answer, schemas)}
${renderTable(['Refused', ''], refusals)}
</article>`;
}

function renderContent(title: string, { schema, example }: Content, schemas: JsonObject): string {
  const rows = fieldRows(schema, schemas).map(({ path, type, required, note }) => [
    path,
    type,
    required ? 'always' : 'optional',
    note,
  ]);
  return `<details><summary>${escapeHtml(title)}</summary>
${renderTable(['Field', 'Type', '', ''], rows)}
<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre></details>`;
}

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<table><thead><tr>${cells('th', heads)}</tr></thead><tbody>${body}</tbody></table>`;
}

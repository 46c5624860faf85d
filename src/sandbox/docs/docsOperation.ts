import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { ServedOperation } from '../http/handler';
import { operationId } from './schemaNames';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML, also within quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const LIMITS = ['minimum', 'maximum', 'maxLength', 'minItems'] as const;

/** Describes the type of a schema and the limits of its values in a few words. */
function describeType(schema: JsonObject): { readonly type: string; readonly note: string } {
  const limits = LIMITS.filter((name) => schema[name] !== undefined).map(
    (name) => `${name} ${show(schema[name])}`,
  );
  const values = Array.isArray(schema.enum) ? [`one of ${schema.enum.map(show).join(', ')}`] : [];
  const known = Array.isArray(schema.examples) ? [`e.g. ${schema.examples.map(show).join(', ')}`] : [];
  const description = typeof schema.description === 'string' ? [schema.description] : [];
  return { type: typeName(schema), note: [...description, ...values, ...known, ...limits].join('; ') };
}

function typeName({ type, anyOf, const: constant, format }: JsonObject): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(anyOf))
    return anyOf.map((one) => (isJsonObject(one) ? typeName(one) : 'any')).join(' or ');
  const name = Array.isArray(type) ? type.map(show).join(' or ') : show(type ?? 'any');
  return typeof format === 'string' ? `${name} (${format})` : name;
}

const show = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** One member of a shape, as a row of a table. */
interface FieldRow {
  /** Dotted path; `[]` stands for each element of a list. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

/** Greatest depth of listed members; only the example shows deeper ones. */
const DEEPEST = 3;

/** The members of a shape, outer before inner; `schemas` are the components that it refers to. */
function fieldRows(schema: JsonObject, schemas: JsonObject, prefix = '', depth = 0): readonly FieldRow[] {
  const { properties, required } = resolve(schema, schemas);
  if (!isJsonObject(properties) || depth > DEEPEST) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = isJsonObject(value) ? resolve(value, schemas) : {};
    const path = `${prefix}${name}`;
    const row = { path, required: needed.includes(name), ...describeType(property) };
    return [row, ...innerRows(property, schemas, path, depth + 1)];
  });
}

function innerRows(
  property: JsonObject,
  schemas: JsonObject,
  path: string,
  depth: number,
): readonly FieldRow[] {
  const { items, anyOf } = property;
  if (isJsonObject(items)) return fieldRows(items, schemas, `${path}[].`, depth);
  const [first] = Array.isArray(anyOf) ? anyOf : [];
  return fieldRows(isJsonObject(first) ? first : property, schemas, `${path}.`, depth);
}

function resolve(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  const target: Json | undefined = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
  return isJsonObject(target) ? target : {};
}

/** A body as its part of a document shows it. */
interface Content {
  readonly schema: JsonObject;
  readonly example: unknown;
}

/** The parts of one operation that the page shows. */
interface OperationView {
  readonly operation: ServedOperation;
  readonly request: Content | undefined;
  readonly answer: Content;
  /** Refusals by status, each with its meaning. */
  readonly refusals: readonly (readonly [status: string, description: string])[];
  /** The form that makes a call. */
  readonly form: string;
}

/** One operation as a part of the page. */
export function renderOperation(view: OperationView, schemas: JsonObject): string {
  const { operation, request, answer, refusals, form } = view;
  const { method, path, summary, source, status, query = [] } = operation;
  const parameters = query.map(({ name, type, description }) => [name, type, description]);
  const words = `${method} ${path} ${summary} ${source} ${operationId(operation)}`.toLowerCase();
  return `<article id="${operationId(operation)}" data-words="${escapeHtml(words)}">
<h3><span class="method ${method}">${method}</span>${escapeHtml(path)}</h3>
<p>${escapeHtml(summary)} <span class="source">${escapeHtml(source)}</span></p>
${form}
${parameters.length === 0 ? '' : renderTable(['Query', 'Type', 'Meaning'], parameters)}
${request === undefined ? '' : renderContent('Request', request, schemas)}
${renderContent(`Answer ${status}`, answer, schemas)}
${renderTable(['Refused', 'Meaning'], refusals)}
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
${renderTable(['Field', 'Type', 'Present', 'Meaning'], rows)}
<pre tabindex="0">${escapeHtml(JSON.stringify(example, null, 2))}</pre></details>`;
}

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<table><thead><tr>${cells('th', heads)}</tr></thead><tbody>${body}</tbody></table>`;
}

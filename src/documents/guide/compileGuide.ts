import { isJsonObject, type Json } from '../../contract/json';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { Guide, GuideChapter, GuideExample, GuideExchange, GuideOperation } from './migrationGuide';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { heading, inOrder, type Publication, slug } from '../publication';
import { operationNotes } from './guideNotes';
import { readRow, sendRows } from './guideRows';

/** Characters of a text line; a page shows two columns of this width side by side. */
const LINE_CHARACTERS = 62;

/** Prints a value behind its label, on one text line if it fits. */
function printed(value: Json, width: number, indent: string, label: string): string {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return label + JSON.stringify(value);
  const members = isList
    ? value.map((element) => ['', element] as const)
    : Object.entries(value).map(([name, member]) => [`${JSON.stringify(name)}: `, member ?? null] as const);
  const [open, close] = isList ? '[]' : '{}';
  const line = members.map(([name, member]) => printed(member, Infinity, indent, name)).join(', ');
  const padding = isList || line === '' ? '' : ' ';
  const whole = `${label}${open}${padding}${line}${padding}${close}`;
  if (indent.length + whole.length <= width) return whole;
  const inner = `${indent}  `;
  const lines = members.map(([name, member]) => inner + printed(member, LINE_CHARACTERS, inner, name));
  return `${label}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Prints JSON for people: two spaces a level, values that fit on one text line; always opens the outermost object. */
const compactJson = (value: Json): string =>
  printed(value, isJsonObject(value) && Object.keys(value).length > 0 ? 0 : LINE_CHARACTERS, '', '');

const exchange = (
  { method, path, body }: Pick<Fixture['request'], 'method' | 'path' | 'body'>,
  answer: Fixture['gets'],
): GuideExchange => ({
  request: `${method} ${path}`,
  ...(body === undefined ? {} : { body: compactJson(body) }),
  status: answer.status,
  answer: compactJson(answer.body),
});

/** Makes an example of an operation's first fixture with a success: the same work on both sides. */
function exampleOf(operation: Operation, fixtures: readonly Fixture[]): { readonly example?: GuideExample } {
  const fixture = fixtures.find(({ operation: name, gets }) => name === operation.name && gets.status < 300);
  if (fixture === undefined) return {};
  const { name, request, upstream, gets } = fixture;
  const v2 = upstream.map(({ sends, answers }) => exchange(sends, answers));
  return { example: { name, v1: exchange(request, gets), v2 } };
}

function operationSection(
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  { fixtures, wire }: Publication,
): GuideOperation {
  const { operation, ownAnswer } = resolved;
  const { name, v1, v2 } = operation;
  return {
    anchor: `${slug(resource.name)}-${slug(name)}`,
    title: heading(name),
    v1: `${v1.method} ${wire.outward(v1.template)}`,
    v2: `${v2.method} ${wire.outward(v2.template)}`,
    notes: operationNotes(resource, resolved, wire),
    sends: sendRows(resolved),
    reads: ownAnswer === undefined ? [] : ownAnswer.ledger.map((line) => readRow(line, ownAnswer)),
    ...exampleOf(operation, fixtures),
  };
}

function chapter(resource: ResolvedResource, publication: Publication): GuideChapter {
  const { name, operations, ledger } = resource;
  return {
    anchor: `resource-${slug(name)}`,
    title: heading(name),
    operations: operations.map((resolved) => operationSection(resource, resolved, publication)),
    reads: ledger.attributes.map((line) => readRow(line, resource)),
    news: ledger.drops.map(({ field, reason }) => ({ field, reason })),
  };
}

/** Compiles the migration guide: per operation and field, the v1 value that a client knows and its v2 counterpart. */
export function compileGuide(publication: Publication): Guide {
  const ordered = inOrder(publication);
  const { version, hash, resources, profile } = ordered;
  const chapters = resources.map((resource) => chapter(resource, ordered));
  return { version, hash, general: profile.guide, chapters };
}

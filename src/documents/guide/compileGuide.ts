import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { Guide, GuideChapter, GuideExample, GuideOperation } from './migrationGuide';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { heading, inOrder, type Publication, slug } from '../publication';
import { operationNotes } from './guideNotes';
import { readRow, sendRows } from './guideRows';

/** Characters of a text line; a page shows two columns of this width side by side. */
const LINE_CHARACTERS = 62;

const label = (name: string): string => `${JSON.stringify(name)}: `;

const membersOf = (object: JsonObject): readonly [string, Json][] =>
  Object.entries(object).map(([name, member]) => [name, member ?? null]);

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = membersOf(value).map(([name, member]) => label(name) + oneLine(member));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const block = (open: string, lines: readonly string[], close: string, indent: string): string =>
  `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;

/** Prints a value behind its label, which has used up a part of the text line. */
function nested(value: Json, indent: string, used: number): string {
  const line = oneLine(value);
  return indent.length + used + line.length <= LINE_CHARACTERS ? line : opened(value, indent);
}

function opened(value: Json, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const lines = value.map((element) => nested(element, inner, 0));
    return block('[', lines, ']', indent);
  }
  if (!isJsonObject(value)) return oneLine(value);
  const lines = membersOf(value).map(
    ([name, member]) => label(name) + nested(member, inner, label(name).length),
  );
  return block('{', lines, '}', indent);
}

/** Prints JSON for people: two spaces a level, values that fit on one text line; always opens the outermost object. */
const compactJson = (value: Json): string =>
  isJsonObject(value) && Object.keys(value).length > 0 ? opened(value, '') : nested(value, '', 0);

const bodyOf = (body: Json | undefined): { readonly body?: string } =>
  body === undefined ? {} : { body: compactJson(body) };

/** Makes an example of an operation's first fixture with a success: the same work on both sides. */
function exampleOf(operation: Operation, fixtures: readonly Fixture[]): { readonly example?: GuideExample } {
  const fixture = fixtures.find(({ operation: name, gets }) => name === operation.name && gets.status < 300);
  if (fixture === undefined) return {};
  const { name, request, upstream, gets } = fixture;
  const v2 = upstream.map(({ sends, answers }) => ({
    request: `${sends.method} ${sends.path}`,
    ...bodyOf(sends.body),
    status: answers.status,
    answer: compactJson(answers.body),
  }));
  const v1 = {
    request: `${request.method} ${request.path}`,
    ...bodyOf(request.body),
    status: gets.status,
    answer: compactJson(gets.body),
  };
  return { example: { name, v1, v2 } };
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

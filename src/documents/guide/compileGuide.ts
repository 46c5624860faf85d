import { isJsonObject, type Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type {
  Guide,
  GuideChapter,
  GuideExample,
  GuideExchange,
  GuideOperation,
  Phrase,
} from './migrationGuide';
import { placeOf } from '../../mapping/profile/places';
import { leafPaths } from '../../mapping/compile/sourcePath';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { heading, sortPublication, type Publication, slug } from '../publication';
import { guideAttributeRow, guideRequestRows } from './guideRows';

/** Characters of a text line; a page shows two columns of this width side by side. */
const LINE_CHARACTERS = 62;

/** Prints a value behind its label, on one text line if it fits. */
function printValue(value: Json, width: number, indent: string, label: string): string {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return label + JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]: [string, Json | undefined]) =>
      [isList ? '' : `${JSON.stringify(name)}: `, member ?? null] as const,
  );
  const [open, close] = isList ? '[]' : '{}';
  const line = members.map(([name, member]) => printValue(member, Infinity, indent, name)).join(', ');
  const padding = isList || line === '' ? '' : ' ';
  const whole = `${label}${open}${padding}${line}${padding}${close}`;
  if (indent.length + whole.length <= width) return whole;
  const inner = `${indent}  `;
  const lines = members.map(([name, member]) => inner + printValue(member, LINE_CHARACTERS, inner, name));
  return `${label}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Prints JSON for people: two spaces a level, values that fit on one text line; always opens the outermost object. */
const compactJson = (value: Json): string =>
  printValue(value, isJsonObject(value) && Object.keys(value).length > 0 ? 0 : LINE_CHARACTERS, '', '');

const makeExchange = (
  { method, path, body }: Pick<Fixture['request'], 'method' | 'path' | 'body'>,
  answer: Fixture['gets'],
): GuideExchange => ({
  request: `${method} ${path}`,
  ...(body !== undefined && { body: compactJson(body) }),
  status: answer.status,
  answer: compactJson(answer.body),
});

/** Makes an example of an operation's first fixture with a success: the same work on both sides. */
function exampleOf(operation: Operation, fixtures: readonly Fixture[]): GuideExample | undefined {
  const fixture = fixtures.find(({ operation: name, gets }) => name === operation.name && gets.status < 300);
  if (fixture === undefined) return undefined;
  const { name, request, upstream, gets } = fixture;
  const v2 = upstream.map(({ sends, answers }) => makeExchange(sends, answers));
  return { name, v1: makeExchange(request, gets), v2 };
}

/** Returns a query with its commas, as people write it. */
const readable = (query: string): string => query.replaceAll('%2C', ',');

const quotedNames = (names: readonly string[]): Phrase => names.map((name) => `\`${name}\``).join(', ');

const tellIfGiven = <Value>(value: Value | undefined, tell: (value: Value) => Phrase): readonly Phrase[] =>
  value === undefined ? [] : [tell(value)];

/** Names where each API says what the next page is. */
function nextPhrase({ v1, v2 }: Publication['profile']): Phrase {
  const ours = v1.nextPage.number === '' ? v1.paging.next : v1.nextPage.number;
  return v2.paging.next === ''
    ? ''
    : ` NEXT is \`${v2.paging.next}\` of the page before${ours === '' ? '' : `, in v1 \`${ours}\``}.`;
}

/** Says how a page is asked for in v2, in place of the parameters of v1. */
function pageNotes({ operation: { list }, query }: ResolvedOperation, profile: Publication['profile']) {
  if (list === undefined || list.most === Infinity) return [];
  const names = query.filter(({ begins, most }) => begins !== undefined || most !== undefined);
  const [asked, next] =
    list.style === 'cursor'
      ? [list.queryAfter('NEXT', list.most), nextPhrase(profile)]
      : [list.query(2, list.most), ''];
  const inPlace = names.length === 0 ? '' : ` in place of ${quotedNames(names.map(({ name }) => name))}`;
  return [`The page after the first is asked for by \`?${readable(asked)}\`${inPlace}.${next}`];
}

/** Writes one sentence for each way in which the calls of an operation differ between v1 and v2. */
function callNotes(resolved: ResolvedOperation, { wire, profile }: Publication): readonly Phrase[] {
  const { operation, query, headers } = resolved;
  const { outward } = wire;
  const { lookup, each, list, calls = [], namesKnown, v1, acknowledgement } = operation;
  return [
    ...tellIfGiven(
      lookup,
      ({ index, by, fills }) =>
        `v2 has no lookup by \`${by}\`. Read the list with \`GET ${outward(index.path)}?${index.query(1)}\`, page by page, ` +
        `and keep the id together with \`${index.key}\`: that id is \`{${fills}}\`.`,
    ),
    ...tellIfGiven(
      each,
      ({ member }) => `v2 has no such call for several: make one for each of \`${member}\`.`,
    ),
    ...calls.map(({ name, template, fields }) => {
      const filled = fields.map(({ parameter, field }) => `; \`{${parameter}}\` is \`${field}\``).join('');
      return `v1 also shows what \`GET ${outward(template)}\` answers, here \`calls.${name}\`${filled}.`;
    }),
    ...(headers?.answers ?? []).map(
      ({ attribute, source = '' }) => `The header \`${attribute}\` of the answer is \`${source}\` in v2.`,
    ),
    ...tellIfGiven(list, ({ most }) =>
      most === Infinity
        ? 'v2 answers with the whole list at once.'
        : `v2 puts at most ${most} items on a page.`,
    ),
    ...pageNotes(resolved, profile),
    ...query.flatMap(({ name, shows = [] }) =>
      shows.length === 0 ? [] : [`v1 fills ${quotedNames(shows)} only with \`${name}=1\`; v2 always does.`],
    ),
    ...(v1.open === true ? ['v1 asks for no key here; v2 does.'] : []),
    ...tellIfGiven(
      namesKnown,
      ({ as, list: { path } }) => `With its 404 v1 names \`${as}\`; in v2 read \`GET ${outward(path)}\`.`,
    ),
    ...tellIfGiven(
      acknowledgement,
      (message) =>
        `v1 answers \`{"message": "${message}"}\` alone when v2 does not show what it has changed.`,
    ),
  ];
}

function bodyNotes({ body }: ResolvedOperation): readonly Phrase[] {
  if (body === undefined) return [];
  const { v2, ledger } = body;
  if (v2 === undefined) return ['v2 takes no body.'];
  const fed = new Set(ledger.map(({ target }) => target));
  const unfed = leafPaths(v2).filter((field) => !fed.has(field));
  const isPartial = [...v2.members.values()].every(({ optional }) => optional);
  return [
    ...(isPartial ? ['v2 changes only what is sent: leave out what is to stay as it is.'] : []),
    ...(unfed.length === 0 ? [] : [`v2 also takes ${quotedNames(unfed)}.`]),
  ];
}

function operationSection(
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  publication: Publication,
): GuideOperation {
  const { fixtures, wire } = publication;
  const { operation, ownAnswer } = resolved;
  const { name, v1, v2 } = operation;
  const line = resource.ledger.references.find((reference) => reference.operation === name);
  const tags = Object.entries(line?.evidence ?? {});
  const assumed = tags.flatMap(([topic, tag]) => (tag === 'assumed' ? [topic] : []));
  const doubt = `Try it first: the ${assumed.join(' and the ')} of this call is assumed.`;
  return {
    anchor: `${slug(resource.name)}-${slug(name)}`,
    title: heading(name),
    v1: `${v1.method} ${wire.outward(v1.template)}`,
    v2: `${v2.method} ${wire.outward(v2.template)}${v2.sends === undefined ? '' : `?${readable(v2.sends)}`}`,
    notes: [
      ...callNotes(resolved, publication),
      ...bodyNotes(resolved),
      ...(assumed.length === 0 ? [] : [doubt]),
    ],
    sends: guideRequestRows(resolved),
    reads: ownAnswer === undefined ? [] : ownAnswer.ledger.map((line) => guideAttributeRow(line, ownAnswer)),
    ...definedMembers({ example: exampleOf(operation, fixtures) }),
  };
}

/** Says where an API shows the fields of a resource. */
const placeText = (side: string, steps: readonly string[]): string => {
  const path = steps.filter((step) => step !== '').join('.');
  return path === '' ? `in ${side} at the top of a resource` : `below \`${path}\` in ${side}`;
};

function makeChapter(resource: ResolvedResource, publication: Publication): GuideChapter {
  const { name, operations, ledger } = resource;
  const { v1, v2 } = publication.profile;
  const places = [
    placeText('v1', [placeOf(v1.one, name), v1.attributes]),
    placeText('v2', [placeOf(v2.one, name)]),
  ];
  return {
    anchor: `resource-${slug(name)}`,
    title: heading(name),
    operations: operations.map((resolved) => operationSection(resource, resolved, publication)),
    reads: ledger.attributes.map((line) => guideAttributeRow(line, resource)),
    position: `Names stand ${places.join(' and ')}.`,
    news: ledger.drops.map(({ field, reason }) => ({ field, reason })),
  };
}

/** Compiles the migration guide: per operation and field, the v1 value that a client knows and its v2 counterpart. */
export function compileGuide(publication: Publication): Guide {
  const ordered = sortPublication(publication);
  const { version, hash, resources, profile } = ordered;
  const chapters = resources.map((resource) => makeChapter(resource, ordered));
  return { version, hash, general: profile.guide, chapters };
}

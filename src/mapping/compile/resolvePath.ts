import { parameterNames } from '../yaml/ruleEntry';
import { definedMembers } from '../../contract/result';
import type { Field } from '../../contract/field';
import type { Complaints } from '../yaml/complaints';
import type { Path } from '../yaml/yamlDocument';
import { parameterMember } from './body/bodyParameters';
import { drawnByCalls } from './calls/calledContracts';
import { compilePath, checkFeed, checkPathParameter, plainDigits, routePath } from './pathParameters';
import type { FeedEntry, OperationEntry } from '../yaml/mappingFile';
import {
  type BulkCalls,
  type LookupIndex,
  NO_CONTENT,
  type Operation,
  type PathParameter,
} from './compiledOperation';

/** A v2 path parameter that the v1 body fills: by the words of a member, or once for each element of a list. */
export interface BodyFeed {
  readonly fills: string;
  readonly member: string;
  /** Absent for a list. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The v2 path of one operation, made from v1 path parameters. */
export interface ResolvedPath {
  readonly parameters: readonly PathParameter[];
  readonly path: Operation['v2']['path'];
  readonly id?: NonNullable<Operation['v2']['id']>;
  readonly resource?: NonNullable<Operation['v2']['resource']>;
  readonly lookup?: NonNullable<Operation['lookup']>;
  readonly bodyFeeds: readonly BodyFeed[];
}

interface PathContext {
  readonly entry: OperationEntry;
  readonly at: Path;
  readonly givenNames: readonly string[];
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  /** Contract of the v1 body. It is absent if the operation takes none. */
  readonly body: Field | undefined;
  readonly complaints: Complaints;
  /** Type of the parameter that names a resource. */
  readonly idType: 'integer' | 'text';
}

/** Returns what fills a parameter of the v2 path: as `path:` says, else the v1 parameter of the same name. */
function feedOf(name: string, context: PathContext): FeedEntry {
  const { entry, at } = context;
  const written = entry.path?.[name];
  if (written === undefined) checkPathParameter(name, [...at, 'v2'], context);
  else checkFeed(written, [...at, 'path', name], context);
  return written ?? { from: name };
}

/** Lists the v1 path parameter that is the source of a feed. It is empty for any other feed. */
const parametersOfFeed = (feed: FeedEntry): readonly string[] => {
  if ('from' in feed) return [feed.from];
  return 'by' in feed ? [feed.by] : [];
};

function bodyFeedOf(fills: string, feed: FeedEntry): readonly BodyFeed[] {
  if ('each' in feed) return [{ fills, member: feed.each }];
  return 'body' in feed ? [{ fills, member: feed.body, words: feed.words }] : [];
}

function reportUntyped({ entry, at, givenNames, complaints }: PathContext): void {
  for (const name of givenNames.filter((parameter) => entry.parameters?.[parameter] === undefined)) {
    const hint = `add \`parameters: { ${name}: integer }\`, or \`text\` if it is not a number, or \`id\` if the id is text`;
    complaints.report([...at, 'v1'], 'parameter-untyped', `nothing says what may stand for {${name}}`, hint);
  }
}

/** Reports v1 parameters that feed nothing, and declarations about parameters that there are not. */
function reportUnused(context: PathContext, needed: readonly string[], used: readonly string[]): void {
  const { entry, at, givenNames, complaints } = context;
  for (const name of givenNames.filter((parameter) => !used.includes(parameter))) {
    complaints.report([...at, 'v1'], 'parameter-unused', `v1 path parameter {${name}} feeds nothing`);
  }
  const declaredNames = {
    path: [Object.keys(entry.path ?? {}), needed],
    parameters: [Object.keys(entry.parameters ?? {}), givenNames],
    except: [Object.keys(entry.except ?? {}), givenNames],
  };
  for (const [section, [names, knownNames]] of Object.entries(declaredNames)) {
    for (const name of (names ?? []).filter((parameter) => !knownNames?.includes(parameter))) {
      const message = `there is no path parameter {${name}} for this`;
      complaints.reportKey([...at, section, name], 'parameter-undefined', message, [name, knownNames ?? []]);
    }
  }
}

/**
 * Finds the source of the id in a v2 path: the last parameter that names the resource, or each id that a body lists.
 */
function idOf(
  feeds: readonly { readonly name: string; readonly feed: FeedEntry }[],
  { entry: { parameters }, idType }: Pick<PathContext, 'entry' | 'idType'>,
): { readonly name: string; readonly id: NonNullable<ResolvedPath['id']> } | undefined {
  const types = idType === 'text' ? ['id'] : ['id', 'integer'];
  const ownFeed = feeds.findLast(
    ({ feed }) => 'each' in feed || ('from' in feed && types.includes(parameters?.[feed.from] ?? 'text')),
  );
  if (ownFeed === undefined) return undefined;
  const { name, feed } = ownFeed;
  const from = 'from' in feed ? feed.from : name;
  if (idType === 'text') return { name, id: (values) => values[from] ?? '' };
  return { name, id: (values) => plainDigits(values[from] ?? '') };
}

/**
 * Finds the path of the resource, which ends with the id. Below a path without parameters POST creates resources; any
 * other method changes the only one there is.
 */
function resourceOf(
  route: string,
  idName: string | undefined,
  sourceOf: (name: string) => string,
): Pick<ResolvedPath, 'resource'> {
  const template = routePath(route);
  if (idName !== undefined) {
    const [pathBefore = ''] = template.split(`{${idName}}`);
    return { resource: compilePath(`${pathBefore}{${idName}}`, sourceOf) };
  }
  if (template.includes('{')) return {};
  if (!route.startsWith('POST ')) return { resource: () => template };
  return {
    resource: (_values, id) => (id === undefined ? undefined : `${template}/${encodeURIComponent(id)}`),
  };
}

/** Compiles the v2 path of one operation; reports unused parameters, and parameters without a source. */
export function resolvePath(
  entry: OperationEntry,
  path: Path,
  body: Field | undefined,
  { indexes, complaints, idType }: Pick<PathContext, 'indexes' | 'complaints' | 'idType'>,
): ResolvedPath {
  const givenNames = parameterNames(entry.v1);
  const v2Names = parameterNames(entry.v2);
  const context = { entry, at: path, givenNames, indexes, body, complaints, idType };
  const feeds = v2Names.map((name) => ({ name, feed: feedOf(name, context) }));
  reportUntyped(context);
  checkRead(entry, path, complaints);
  reportUnused(context, v2Names, [
    ...feeds.flatMap(({ feed }) => parametersOfFeed(feed)),
    ...drawnByCalls(entry),
    ...givenNames.filter((name) => Object.hasOwn(entry.body?.fields ?? {}, parameterMember(name))),
  ]);
  const template = routePath(entry.v2);
  const sources = new Map(feeds.map(({ name, feed }) => [name, 'from' in feed ? feed.from : name]));
  const sourceOf = (name: string): string => sources.get(name) ?? name;
  const [lookup] = feeds.flatMap(({ name, feed }) => {
    const index = 'index' in feed ? indexes.get(feed.index) : undefined;
    return 'by' in feed && index !== undefined ? { index, by: feed.by, fills: name } : [];
  });
  const idParameter = idOf(feeds, context);
  return {
    parameters: givenNames.map((name) => {
      const { [name]: type = 'text' } = entry.parameters ?? {};
      const except = entry.except?.[name];
      const read = { name, type: type === 'id' && idType === 'integer' ? idType : type };
      return except === undefined ? read : { ...read, except };
    }),
    path: compilePath(template, sourceOf),
    bodyFeeds: feeds.flatMap(({ name, feed }) => bodyFeedOf(name, feed)),
    ...resourceOf(entry.v2, idParameter?.name, sourceOf),
    ...definedMembers({ id: idParameter?.id, lookup }),
  };
}

/**
 * Checks that something is left to answer a deletion with: v2 need not show what it has deleted, and nothing can read it
 * afterwards.
 */
export function checkDeletion(
  { v2, success, answer, message }: OperationEntry,
  { id }: Pick<ResolvedPath, 'id'>,
  entryPath: Path,
  complaints: Complaints,
): void {
  const isOfWhole = v2.startsWith('DELETE ') && (id === undefined || v2.endsWith('}'));
  if (!isOfWhole || success === NO_CONTENT || answer !== undefined || message !== undefined) return;
  const text = `v1 answers ${success} with a body, and nothing says which one where v2 answers its DELETE without one`;
  const hint = `add \`answer: ...\`, or \`message: ...\` where v2 may show the resource; or write \`success: ${NO_CONTENT}\``;
  complaints.reportKey(entryPath, 'answer-missing', text, hint);
}

/** Checks that v2 is only read where v1 is: what v1 reads is compared, and asked for once more after a failure. */
function checkRead(
  { v1, v2, list }: Pick<OperationEntry, 'v1' | 'v2' | 'list'>,
  at: Path,
  complaints: Complaints,
): void {
  if (v2.startsWith('GET ') || (list === undefined && !v1.startsWith('GET '))) return;
  const message = 'v1 reads here, and v2 is read by GET alone: a comparison would send this as well';
  complaints.report([...at, 'v2'], 'read-by-write', message, 'leave the operation to v1');
}

/** Finds the path parameter that is filled once for each id; reports declarations that conflict with it. */
export function resolveEach(
  { message, list, answer, v2 }: Pick<OperationEntry, 'message' | 'list' | 'answer' | 'v2'>,
  feeds: readonly BodyFeed[],
  entryPath: Path,
  complaints: Complaints,
): BulkCalls | undefined {
  const [feed, secondFeed] = feeds.filter(({ words }) => words === undefined);
  if (feed === undefined) {
    const mayShowNothing = answer === undefined && !v2.startsWith('GET ');
    if (message === undefined || mayShowNothing) return undefined;
    const text = 'there is neither an `each` nor a write of the resource whose success this could report';
    complaints.reportKey([...entryPath, 'message'], 'message-unused', text);
    return undefined;
  }
  if (secondFeed !== undefined) {
    const text = 'only one path parameter can be filled once for each element';
    complaints.reportKey([...entryPath, 'path', secondFeed.fills], 'each-twice', text);
  }
  if (message === undefined) {
    const text = 'nothing says what v1 answers when all calls went well';
    complaints.reportKey(entryPath, 'message-missing', text, 'add `message: ...`');
  }
  for (const [name, value] of Object.entries({ list, answer })) {
    if (value === undefined) continue;
    const text = `${name} does not go together with one call for each element`;
    complaints.reportKey([...entryPath, name], 'each-misfit', text);
  }
  return { member: feed.member, fills: feed.fills, message: message ?? '' };
}

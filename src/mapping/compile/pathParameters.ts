import type { Field } from '../../contract/field';
import type { Path } from '../yaml/yamlDocument';
import type { Complaints } from '../yaml/complaints';
import type { FeedEntry } from '../yaml/mappingFile';
import type { LookupIndex, Method } from './compiledOperation';

/** The source of one v2 path parameter, known to exist. */
export type PathFeed =
  | { readonly kind: 'parameter'; readonly from: string }
  | { readonly kind: 'index'; readonly index: LookupIndex; readonly by: string }
  | { readonly kind: 'body'; readonly member: string; readonly words: Readonly<Record<string, string>> }
  | { readonly kind: 'each'; readonly member: string };

/** The possible sources of path parameters. */
interface FeedContext {
  /** Names of the v1 path parameters. */
  readonly givenNames: readonly string[];
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  /** Contract of the v1 body. It is absent if the operation takes none. */
  readonly body: Field | undefined;
  readonly complaints: Complaints;
}

/** Finds the v1 path parameter that fills a v2 one; reports a missing one. */
export function parameterFeed(
  from: string,
  path: Path,
  { givenNames, complaints }: Pick<FeedContext, 'givenNames' | 'complaints'>,
): PathFeed | undefined {
  if (givenNames.includes(from)) return { kind: 'parameter', from };
  const message = `the v1 path has no parameter {${from}}`;
  complaints.report(path, 'parameter-undefined', message, [from, givenNames]);
  return undefined;
}

function indexFeed(name: string, by: string, path: Path, context: FeedContext): PathFeed | undefined {
  if (parameterFeed(by, [...path, 'by'], context) === undefined) return undefined;
  const index = context.indexes.get(name);
  if (index !== undefined) return { kind: 'index', index, by };
  const message = `there is no index ${name}`;
  context.complaints.report([...path, 'index'], 'index-unknown', message, [name, context.indexes.keys()]);
  return undefined;
}

function bodyMember(name: string, path: Path, { body, complaints }: FeedContext): Field | undefined {
  const members = body?.kind === 'object' ? body.members : new Map<string, Field>();
  const member = members.get(name);
  if (member !== undefined) return member;
  complaints.report(path, 'body-field-unknown', `a v1 request has no ${name}`, [name, members.keys()]);
  return undefined;
}

/** Checks that exactly the values that v1 takes have a word: whatever the client sends, the path must be complete. */
function bodyFeed(
  member: string,
  words: Readonly<Record<string, string>>,
  path: Path,
  context: FeedContext,
): PathFeed | undefined {
  const field = bodyMember(member, [...path, 'body'], context);
  if (field === undefined) return undefined;
  const values = field.kind === 'text' && field.closed === true ? (field.known ?? []) : [];
  const unknownWord = Object.keys(words).find((word) => !values.includes(word));
  const missingWord = values.find((value) => !Object.hasOwn(words, value));
  if (unknownWord !== undefined) {
    const message = `${member} is never ${unknownWord}`;
    context.complaints.reportKey([...path, 'words', unknownWord], 'word-unknown', message, [
      unknownWord,
      values,
    ]);
  } else if (missingWord !== undefined) {
    const message = `${member} may be ${missingWord}, and nothing says what that makes of the path`;
    context.complaints.reportKey([...path, 'words'], 'word-missing', message, `add \`${missingWord}: ...\``);
  }
  return { kind: 'body', member, words };
}

function eachFeed(member: string, path: Path, context: FeedContext): PathFeed | undefined {
  const field = bodyMember(member, [...path, 'each'], context);
  if (field === undefined) return undefined;
  const kind = field.kind === 'list' ? field.element.kind : undefined;
  if (kind === 'integer' || kind === 'text') return { kind: 'each', member };
  context.complaints.report([...path, 'each'], 'each-misfit', `${member} is no list of ids`);
  return undefined;
}

/** Finds the source of a written feed; reports a missing one. */
export function pathFeed(written: FeedEntry, path: Path, context: FeedContext): PathFeed | undefined {
  if ('from' in written) return parameterFeed(written.from, [...path, 'from'], context);
  if ('index' in written) return indexFeed(written.index, written.by, path, context);
  if ('each' in written) return eachFeed(written.each, path, context);
  return bodyFeed(written.body, written.words, path, context);
}

/**
 * Compiles a path template such as `/v2/account-offers/{account}` into a function that fills it with encoded values.
 * `sourceOf` names the value for each parameter; a missing value is empty.
 */
export function compilePath(
  template: string,
  sourceOf: (name: string) => string,
): (values: Readonly<Record<string, string>>) => string {
  // After the split at the parameters every second part is a name.
  const [start = '', ...laterPieces] = template.split(/\{(\w+)\}/);
  const namedPieces = laterPieces.flatMap((text, index) =>
    index % 2 === 0 ? [[sourceOf(text), laterPieces[index + 1] ?? ''] as const] : [],
  );
  return (values) => {
    let path = start;
    for (const [source, textAfter] of namedPieces)
      path += encodeURIComponent(values[source] ?? '') + textAfter;
    return path;
  };
}

/** Lists the names of the parameters in a route or path template, in their order. */
export const parameterNames = (route: string): readonly string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Reports parameters in the path of a v2 list: the list is read page by page, and nothing could fill them. */
export function checkListPath(route: string, path: Path, complaints: Complaints): void {
  for (const name of parameterNames(route)) {
    complaints.report(path, 'parameter-unfilled', `a list has one path, and nothing fills {${name}} in it`);
  }
}

/** Returns the path of a route: `/v2/games` for `GET /v2/games`. */
export const routePath = (route: string): string => route.slice(route.indexOf(' ') + 1);

/** The method of a route. */
export function routeMethod(route: string): Method {
  const methods: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];
  return methods.find((method) => route.startsWith(`${method} `)) ?? 'GET';
}

import { parameterNames } from '../yaml/ruleEntry';
import type { Field } from '../../contract/field';
import type { Path } from '../yaml/yamlDocument';
import type { Complaints } from '../yaml/complaints';
import type { FeedEntry } from '../yaml/mappingFile';
import type { LookupIndex, Method } from './compiledOperation';

/** The possible sources of path parameters. */
interface FeedContext {
  /** Names of the v1 path parameters. */
  readonly givenNames: readonly string[];
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  /** Contract of the v1 body. It is absent if the operation takes none. */
  readonly body: Field | undefined;
  readonly complaints: Complaints;
}

/** Reports a parameter that the v1 path does not have. */
export function checkPathParameter(
  from: string,
  path: Path,
  { givenNames, complaints }: Pick<FeedContext, 'givenNames' | 'complaints'>,
): void {
  if (givenNames.includes(from)) return;
  const message = `the v1 path has no parameter {${from}}`;
  complaints.report(path, 'parameter-undefined', message, [from, givenNames]);
}

function bodyMember(name: string, path: Path, { body, complaints }: FeedContext): Field | undefined {
  const members = body?.kind === 'object' ? body.members : new Map<string, Field>();
  const member = members.get(name);
  if (member !== undefined) return member;
  complaints.report(path, 'body-field-unknown', `a v1 request has no ${name}`, [name, members.keys()]);
  return undefined;
}

/** True for text that could make a path lead elsewhere, or that no path can hold. */
export const isUnsafeSegment = (text: string): boolean =>
  /[/\\\p{Cc}]|\.\.|^\.?$/u.test(text) || !text.isWellFormed();

/** Checks that exactly the values that v1 takes have a word: whatever the client sends, the path must be complete. */
function checkWordFeed(
  member: string,
  words: Readonly<Record<string, string>>,
  path: Path,
  context: FeedContext,
): void {
  const field = bodyMember(member, [...path, 'body'], context);
  if (field === undefined) return;
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
  const [strayWord, segment] = Object.entries(words).find(([, text]) => isUnsafeSegment(text)) ?? [];
  if (strayWord !== undefined) {
    const message = `${segment ?? ''} is no single segment of a path`;
    const hint = 'what has another route in v2 is an operation of its own, or is left to v1';
    context.complaints.report([...path, 'words', strayWord], 'segment-misfit', message, hint);
  }
}

function checkEachFeed(member: string, path: Path, context: FeedContext): void {
  const field = bodyMember(member, [...path, 'each'], context);
  const kind = field?.kind === 'list' ? field.element.kind : undefined;
  if (field === undefined || kind === 'integer' || kind === 'text') return;
  context.complaints.report([...path, 'each'], 'each-misfit', `${member} is no list of ids`);
}

/** Reports a feed whose source there is not. */
export function checkFeed(written: FeedEntry, path: Path, context: FeedContext): void {
  if ('from' in written) checkPathParameter(written.from, [...path, 'from'], context);
  else if ('each' in written) checkEachFeed(written.each, path, context);
  else if ('body' in written) checkWordFeed(written.body, written.words, path, context);
  else {
    const { index, by } = written;
    const { indexes, complaints } = context;
    checkPathParameter(by, [...path, 'by'], context);
    if (indexes.has(index)) return;
    complaints.report([...path, 'index'], 'index-unknown', `there is no index ${index}`, [
      index,
      indexes.keys(),
    ]);
  }
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

/** Returns the digits of a path parameter that is an integer: a client may write any number of leading zeros. */
export const plainDigits = (text: string): string => text.replace(/^0+(?=\d)/, '');

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

import type { PairWire } from '../../../mapping/profile/wire';
import { failure, type Result, success } from '../../../contract/result';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { ResolvedResource } from '../../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../../mapping/compile/resolveOperation';
import { type ResolvedParameter, usualSizeOf } from '../../../mapping/compile/query/resolveQuery';
import type { Upstream } from '../../../gateway/upstream';
import { readJson } from '../../../mapping/translate/exactJson';
import { systemClock as clock } from '../../../runtime/systemClock';
import { isRefusedKey } from './compareSystems';

/** A line that names a read: its path, optionally after `GET`. */
const READ = /^(?:GET\s+)?(\/\S*)$/;

/** Reads the v1 paths of a text, one per line; empty lines and comments after `#` are ignored. */
export function readPaths(text: string): Result<readonly string[], string> {
  const paths: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const writtenLine = line.replace(/(^|\s)#.*$/, '').trim();
    if (writtenLine === '') continue;
    const path = READ.exec(writtenLine)?.[1];
    if (path === undefined)
      return failure(`line ${index + 1}: "${writtenLine}" is no v1 path such as /v1/things/7`);
    paths.push(path);
  }
  return paths.length === 0 ? failure('names no path') : success(paths);
}

/** Reads one path of v1; the failure has v1's answer. */
export type ReadV1 = (path: string) => Promise<Result<Json, string>>;

/** Items on a page; only 50, so that a difference is found on a small page. */
const PAGE = 50;

/** Builds the query that asks for every optional attribute. */
const shownQuery = (query: readonly ResolvedParameter[]): readonly string[] =>
  query.filter(({ shows }) => shows !== undefined).map(({ name }) => `${name}=1`);

const withQuery = (path: string, queryParts: readonly string[]): string =>
  queryParts.length === 0 ? path : `${path}?${queryParts.join('&')}`;

/** Builds the path of a page with the operation's own query parameters. */
function pagePath({ operation, query }: ResolvedOperation, page: number): string {
  const beginning = query.find(({ begins }) => begins !== undefined && begins !== 'cursor');
  const size = query.find(({ begins, most }) => begins === undefined && most !== undefined);
  const items = Math.min(PAGE, size?.most ?? usualSizeOf(operation) ?? PAGE);
  const start = beginning?.begins === 'page' ? page : (page - 1) * items;
  const queryParts = [beginning && `${beginning.name}=${start}`, size && `${size.name}=${items}`];
  const namedParts = queryParts.filter((part) => part !== undefined);
  return withQuery(operation.v1.template, [...namedParts, ...shownQuery(query)]);
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isJsonObject(value) ? value[name] : undefined;

/** Finds the value of a path parameter: the id, or the attribute of that name; `slug` is a game's. */
function valueFor(parameter: string, envelope: JsonObject): string | undefined {
  const attributes = memberOf(envelope, 'attributes');
  const named = memberOf(attributes, `game_${parameter}`) ?? memberOf(attributes, parameter);
  const value = parameter === 'id' ? envelope['id'] : named;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Builds the path of one item for one operation; undefined if the item lacks a value that the path needs. */
function itemPath({ operation, query }: ResolvedOperation, envelope: JsonObject): string | undefined {
  let path = operation.v1.template;
  for (const { name } of operation.v1.parameters) {
    const value = valueFor(name, envelope);
    if (value === undefined) return undefined;
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  return withQuery(path, shownQuery(query));
}

/** Reads the pages of one list, and the items on them. */
async function walk(list: ResolvedOperation, read: ReadV1) {
  const pages: string[] = [];
  const items: JsonObject[] = [];
  for (let page = 1; ; page += 1) {
    const path = pagePath(list, page);
    const answer = await read(path);
    if (!answer.ok) return answer;
    const data = memberOf(answer.value, 'data');
    const listed = Array.isArray(data) ? data.filter(isJsonObject) : [];
    pages.push(path);
    items.push(...listed);
    const [to, total] = ['to', 'total'].map((name) => Number(memberOf(memberOf(answer.value, 'meta'), name)));
    if (listed.length === 0 || !((to ?? NaN) < (total ?? NaN))) return success({ pages, items });
  }
}

/** Collects every read of a resource that v1 answers now: all pages of its lists, and each item by every read. */
async function pathsOf(
  { operations }: ResolvedResource,
  read: ReadV1,
): Promise<Result<readonly string[], string>> {
  const paths: string[] = [];
  const reads = operations.filter(({ operation }) => operation.v1.method === 'GET');
  const single = reads.filter(({ operation }) => operation.v1.parameters.length > 0);
  const isWholeList = ({ operation: { list, v1 } }: ResolvedOperation) => list && v1.parameters.length === 0;
  for (const list of reads.filter(isWholeList)) {
    const walked = await walk(list, read);
    if (!walked.ok) return walked;
    const { pages, items } = walked.value;
    paths.push(
      ...pages,
      ...items.flatMap((item) => single.flatMap((operation) => itemPath(operation, item) ?? [])),
    );
  }
  return success([...new Set(paths)]);
}

/** Collects every read that v1 answers now, taken from its own lists. */
export async function allPaths(
  resources: readonly ResolvedResource[],
  read: ReadV1,
): Promise<Result<readonly string[], string>> {
  const all: string[] = [];
  for (const resource of resources) {
    const paths = await pathsOf(resource, read);
    if (!paths.ok) return failure(`v1 cannot be listed: ${paths.failure}`);
    all.push(...paths.value);
  }
  return all.length === 0
    ? failure('no list of v1 is without path parameters: name reads with --paths FILE')
    : success(all);
}

/** Deadline (ms) of one list page. */
const PAGE_DEADLINE_MS = 60_000;

/** Reads v1, and remembers the refusal of the key. */
export type Reader = ReturnType<typeof openReader>;

/** Opens a reader of v1's paths with a key. */
export function openReader(
  call: Upstream,
  key: string,
  { cancel, wire }: { readonly cancel: AbortSignal; readonly wire: Pick<PairWire, 'readForm'> },
) {
  let refusal: number | undefined;
  const read: ReadV1 = async (path) => {
    const deadlineAt = clock.steady() + PAGE_DEADLINE_MS;
    const authorization = `Bearer ${key}`;
    const outcome = await call({ method: 'GET', path, authorization, requestId: 'list', deadlineAt, cancel });
    if (!outcome.ok) return failure(`${path} gave no answer (${outcome.failure.kind})`);
    const { status, body } = outcome.value;
    refusal = isRefusedKey(status) ? status : undefined;
    if (status !== 200) return failure(`${path} answered ${status}`);
    const json = readJson(wire.readForm('v1', { status, body: body.toString() }).body, 'drop');
    return json.ok ? success(json.value) : failure(`${path} did not answer with JSON`);
  };
  /** `refusal` is the status with which v1 refused the latest read; undefined if it did not refuse. */
  return { read, refusal: () => refusal };
}

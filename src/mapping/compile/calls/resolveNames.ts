import type { PagesEntry } from '../../yaml/listEntry';
import type { OperationEntry } from '../../yaml/mappingFile';
import type { ListedNames, PagedList, PageStyle } from '../compiledOperation';
import { checkListPath, routePath } from '../pathParameters';
import type { KnownContracts } from '../../../contract/knownContracts';
import { isJsonObject } from '../../../contract/json';
import type { Path } from '../../yaml/yamlDocument';
import { type Complaints, didYouMean } from '../../yaml/complaints';
import { Mismatch } from '../../translate/madeValue';
import { contractNamed, type ObjectField } from '../namedContracts';

/** Finds the way to ask for pages of a list, and the parameter for the beginning of a page. */
export function pageStyleOf({ page, offset, cursor, whole }: Pick<PagesEntry, PageStyle>): {
  readonly style: PageStyle;
  readonly name: string;
} {
  if (whole === true) return { style: 'whole', name: '' };
  if (page !== undefined) return { style: 'page', name: page };
  return offset === undefined ? { style: 'cursor', name: cursor ?? '' } : { style: 'offset', name: offset };
}

const cursorIn = (next: string, name: string): string =>
  (next.includes('?') ? new URLSearchParams(next.slice(next.indexOf('?'))).get(name) : undefined) ?? next;

/** Compiles the paging of a v2 list; `route` is e.g. `GET /v2/games`. */
export function resolvePages(route: string, entry: PagesEntry): PagedList {
  const { size, most = Infinity, query, silent = false } = entry;
  const { style, name } = pageStyleOf(entry);
  const fixed = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  const sizeQuery = (items: number, beginning?: string): string =>
    new URLSearchParams([
      ...(beginning === undefined ? [] : [[name, beginning]]),
      ...(size === undefined ? [] : [[size, String(items)]]),
      ...fixed,
    ]).toString();
  const beginnings: Readonly<Record<PageStyle, (number: number, items: number) => string | undefined>> = {
    page: String,
    offset: (number, items) => String((number - 1) * items),
    cursor: () => undefined,
    whole: () => undefined,
  };
  return Object.freeze({
    path: routePath(route),
    style,
    most,
    isFixed: size === undefined && style !== 'whole',
    isSilent: silent || style !== 'page',
    query: (number: number, items: number) => sizeQuery(items, beginnings[style](number, items)),
    cursorIn: (next: string) => cursorIn(next, name),
    queryAfter: (cursor: string, items: number) => sizeQuery(items, cursor),
  });
}

type NamesEntry = NonNullable<OperationEntry['notFound']>;

/** The compiled names that a 404 lists, with the parts that witnesses are made from. */
export interface ResolvedNames {
  readonly known: ListedNames;
  /** Contract of one item of the list. */
  readonly item: ObjectField;
  /** The members that an item must have. */
  readonly needs: readonly string[];
  /** Word that the list of each member must hold. */
  readonly having: Readonly<Record<string, string>>;
}

/** Checks that the items of the list have the members that are read. */
function checkMembers(entry: NamesEntry, contract: ObjectField, path: Path, complaints: Complaints): void {
  const namedPaths = [
    ...(['key', 'value'] as const).map((entrySide) => ({
      path: [...path, entrySide],
      name: entry[entrySide],
      kind: 'text',
    })),
    ...Object.keys(entry.having).map((name) => ({ path: [...path, 'having', name], name, kind: 'list' })),
  ];
  for (const { path, name, kind } of namedPaths) {
    if (contract.members.get(name)?.kind === kind) continue;
    const hint = didYouMean(name, contract.members.keys());
    const message = `v2 has no ${kind} ${name}`;
    (kind === 'list' ? complaints.reportKey : complaints.report)(path, 'source-unknown', message, hint);
  }
}

/** Compiles the names that a 404 lists; reports members that v2's items do not have. */
export function resolveNames(
  entry: NamesEntry,
  path: Path,
  knownFields: KnownContracts['fields'],
  complaints: Complaints,
): ResolvedNames | undefined {
  const contract = contractNamed(knownFields.v2, entry.contract, [...path, 'contract'], complaints);
  if (contract === undefined) return undefined;
  checkMembers(entry, contract, path, complaints);
  checkListPath(entry.v2, [...path, 'v2'], complaints);
  const position = complaints.place(path);
  const noObject = new Mismatch('data[]', 'object', position);
  const keyless = new Mismatch(`data[].${entry.key}`, 'text', position);
  const nameless = new Mismatch(`data[].${entry.value}`, 'text', position);
  const { having } = entry;
  const conditions = Object.entries(having);
  const readKnownName: ListedNames['read'] = (item) => {
    if (!isJsonObject(item)) return noObject;
    const hasWords = conditions.every(([name, word]) => {
      const words = item[name];
      return Array.isArray(words) && words.includes(word);
    });
    if (!hasWords) return undefined;
    const [key, value] = [item[entry.key], item[entry.value]];
    if (typeof key !== 'string') return keyless;
    return typeof value === 'string' ? [key, value] : nameless;
  };
  const list = resolvePages(entry.v2, entry.pages);
  const needs = [entry.key, entry.value];
  return { known: { list, as: entry.as, read: readKnownName }, item: contract, needs, having };
}

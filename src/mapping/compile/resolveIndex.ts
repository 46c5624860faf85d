import { createHash } from 'node:crypto';
import type { Field } from '../../contract/field';
import type { Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import { stepsTo, valueAt } from '../translate/translationRule';
import type { Path } from '../yaml/yamlDocument';
import type { Complaints } from '../yaml/complaints';
import type { Codec } from '../codecs/codec';
import type { IndexEntry, MappingFile } from '../yaml/mappingFile';
import type { IndexItem, LookupIndex } from './compiledOperation';
import { pageStyleOf } from './calls/resolveNames';
import { checkListPath, routePath } from './pathParameters';
import { sourceAt, sourcePath } from './sourcePath';

const compileItemValue = (path: string) => {
  const steps = stepsTo(path);
  return (item: Json) => valueAt(item, steps);
};

const textInstant = (written: Json | undefined): number =>
  typeof written === 'string' ? Date.parse(written) : NaN;

/** Reads an instant as v2 writes it, in ms: Unix seconds or ISO 8601 text; null for any other value. */
function instantOf(written: Json | undefined): number | null {
  const instant = typeof written === 'number' ? written * 1000 : textInstant(written);
  return Number.isFinite(instant) ? instant : null;
}

/** Creates the reader of what an index needs to know of one listed item. */
function compileItemReader(entry: IndexEntry, codec: Codec): (item: Json) => IndexItem | undefined {
  const readId = compileItemValue(entry.id);
  const readKey = compileItemValue(entry.key);
  const readChange = entry.changed === 'none' ? () => undefined : compileItemValue(entry.changed.at);
  const preferences = Object.entries(entry.prefer).map(([path, value]) => ({
    read: compileItemValue(path),
    value,
  }));
  return (item) => {
    const id = readId(item);
    const key = readKey(item);
    const text = codec.read(id ?? null);
    if (typeof text !== 'string') return undefined;
    return {
      id: text,
      // An empty text is no key, because no client can ask for it.
      key: typeof key === 'string' && key !== '' ? key : null,
      preferred: preferences.every(({ read, value }) => read(item) === value),
      changed: instantOf(readChange(item)),
    };
  };
}

/** The needs of an index, as the advice for a v2 that does not meet them. */
export const INDEX_NEEDS =
  'an index needs a list of v2 by page number that says `current_page` and `per_page`; without one leave the operation to v1';

/** Reports an index over a list that an operation reads in another way than by page number. */
function checkPages(
  { v2 }: IndexEntry,
  operations: MappingFile['operations'],
  path: Path,
  { report }: Complaints,
) {
  for (const [name, { v2: route, list }] of Object.entries(operations)) {
    if (list === undefined || route !== v2 || list.v2.page !== undefined) continue;
    const message = `an index reads a list by page number, and ${name} reads ${v2} by ${pageStyleOf(list.v2).style}`;
    report([...path, 'page'], 'index-unpaged', message, INDEX_NEEDS);
  }
}

/** Turns a written index into one that can be scanned; reports fields that v2 does not have. */
export function resolveIndex(
  name: string,
  entry: IndexEntry,
  { v2, id, operations }: { readonly v2: Field; readonly id: Codec } & Pick<MappingFile, 'operations'>,
  complaints: Complaints,
): LookupIndex {
  const path = ['indexes', name];
  checkListPath(entry.v2, [...path, 'v2'], complaints);
  checkPages(entry, operations, path, complaints);
  const checkField = (report: Complaints['report'], field: string, fieldPath: Path): void => {
    const source = sourcePath(v2, field);
    if ('candidates' in source)
      report([...path, ...fieldPath], 'source-unknown', `v2 has no ${field}`, [field, source.candidates]);
    else if (source.steps.some(({ each, parts }) => each !== undefined || parts !== undefined)) {
      const message = `an index reads one value of an item, and ${field} leads to several`;
      report([...path, ...fieldPath], 'source-unknown', message, 'name one member');
    }
  };
  checkField(complaints.report, entry.id, ['id']);
  checkField(complaints.report, entry.key, ['key']);
  if (entry.changed !== 'none') checkField(complaints.report, entry.changed.at, ['changed', 'at']);
  for (const field of Object.keys(entry.prefer)) checkField(complaints.reportKey, field, ['prefer', field]);
  const pageQuery = (query: IndexEntry['query']) => {
    const fixed = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
    return (page: number) => new URLSearchParams([[entry.page, String(page)], ...fixed]).toString();
  };
  const changes = entry.changed === 'none' ? undefined : pageQuery(entry.changed.query);
  const { key } = entry;
  return Object.freeze({
    name,
    version: createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 12),
    key,
    secret: sourceAt(v2, key)?.secret === true,
    path: routePath(entry.v2),
    query: pageQuery(entry.query),
    read: compileItemReader(entry, id),
    ...definedMembers({ changes }),
  });
}

import { createHash } from 'node:crypto';
import type { Field } from '../contract/field';
import { isJsonObject, type Json } from '../contract/json';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';
import type { IndexEntry } from './mappingFile';
import type { IndexItem, LookupIndex } from './operation';
import { routePath } from './routePath';
import { sourcePath } from './sourcePath';

type Reader = (item: Json) => Json | undefined;

function reader(path: string): Reader {
  const names = path.split('.');
  return (item) => {
    let value: Json | undefined = item;
    for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
    return value;
  };
}

function itemReader(entry: IndexEntry): (item: Json) => IndexItem | undefined {
  const id = reader(entry.id);
  const key = reader(entry.key);
  const preferences = Object.entries(entry.prefer).map(([path, value]) => ({ read: reader(path), value }));
  return (item) => {
    const identifier = id(item);
    const found = key(item);
    if (typeof identifier !== 'number' || !Number.isSafeInteger(identifier)) return undefined;
    if (found !== null && found !== undefined && typeof found !== 'string') return undefined;
    return {
      id: String(identifier),
      // An empty login is none: nobody can ask for it.
      key: found === undefined || found === '' ? null : found,
      preferred: preferences.every(({ read, value }) => read(item) === value),
    };
  };
}

/** Turns a written index into one that can be scanned; complains about fields that v2 does not have. */
export function resolveIndex(
  name: string,
  entry: IndexEntry,
  v2: Field,
  complaints: Complaints,
): LookupIndex {
  const path = ['indexes', name];
  for (const key of ['id', 'key'] as const) {
    const source = sourcePath(v2, entry[key]);
    if (!('candidates' in source)) continue;
    const hint = didYouMean(entry[key], source.candidates);
    complaints.report([...path, key], { code: 'source-unknown', message: `v2 has no ${entry[key]}`, hint });
  }
  for (const field of Object.keys(entry.prefer)) {
    const source = sourcePath(v2, field);
    if (!('candidates' in source)) continue;
    const hint = didYouMean(field, source.candidates);
    const message = `v2 has no ${field}`;
    complaints.report([...path, 'prefer', field], { code: 'source-unknown', message, hint, part: 'key' });
  }
  const fixed = Object.entries(entry.query).map(([key, value]): [string, string] => [key, String(value)]);
  const query = (page: number) => new URLSearchParams([[entry.page, String(page)], ...fixed]).toString();
  const listPath = routePath(entry.v2);
  const { key } = entry;
  const source = sourcePath(v2, key);
  const secret = 'secret' in source && source.secret;
  const version = createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 12);
  return Object.freeze({ name, version, key, secret, path: listPath, query, read: itemReader(entry) });
}

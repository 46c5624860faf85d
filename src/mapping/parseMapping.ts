import type { z } from 'zod';
import { didYouMean } from '../document/didYouMean';
import type { Document, Path } from '../document/document';
import type { Fault } from '../document/fault';
import { faultAt } from '../document/faultAt';
import { type MappingFile, mappingFile } from './mappingFile';

/** Words that a mapping file may use as keys, for "did you mean". */
const keyWords: readonly string[] = [
  ...['resource', 'contract', 'dates', 'envelope', 'attributes', 'drops', 'indexes', 'operations'],
  ...['from', 'to', 'codec', 'pick', 'onNull', 'onAbsent', 'default', 'class', 'reason', 'evidence'],
  ...['v1', 'v2', 'parameters', 'path', 'success', 'body', 'fields', 'mirrors', 'type', 'id'],
  ...['page', 'query', 'key', 'prefer', 'index', 'by'],
];

const textPath = (path: readonly PropertyKey[]): Path =>
  path.map((part) => (typeof part === 'symbol' ? part.toString() : part));

/** True when the document has something at a path: then its value is at fault, else the thing that lacks it. */
function isThere(value: unknown, [first, ...rest]: Path): boolean {
  if (first === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false;
  return isThere(Reflect.get(value, first), rest);
}

function faultsOf(issue: z.core.$ZodIssue, document: Document): Fault[] {
  const path = textPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const message = `unknown key ${key}`;
      const hint = didYouMean(key, keyWords);
      return faultAt(document, [...path, key], { code: 'unknown-key', message, hint, part: 'key' });
    });
  }
  if (issue.code === 'invalid_union') {
    const [nearest = []] = [...issue.errors].sort((one, other) => depth(other) - depth(one));
    return nearest.flatMap((inner) => faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, document));
  }
  const name = path.at(-1);
  const code = path.includes('evidence') ? 'evidence-missing' : 'malformed';
  const message = `${String(name ?? 'the file')}: ${issue.message}`;
  return [faultAt(document, path, { code, message, part: isThere(document.value, path) ? 'value' : 'key' })];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length));

/** Reads the structure of one mapping document; every fault has its place, unknown keys a "did you mean". */
export function parseMapping(document: Document): MappingFile | readonly Fault[] {
  if (document.faults.length > 0) return document.faults;
  const parsed = mappingFile.safeParse(document.value);
  return parsed.success ? parsed.data : parsed.error.issues.flatMap((issue) => faultsOf(issue, document));
}

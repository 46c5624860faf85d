import type { z } from 'zod';
import { didYouMean } from './didYouMean';
import type { Document, Path } from './document';
import type { Fault } from './fault';
import { faultAt } from './faultAt';

const textPath = (path: readonly PropertyKey[]): Path =>
  path.map((part) => (typeof part === 'symbol' ? part.toString() : part));

/** True when the document has something at a path: then its value is at fault, else the thing that lacks it. */
function isThere(value: unknown, [first, ...rest]: Path): boolean {
  if (first === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false;
  return isThere(Reflect.get(value, first), rest);
}

function faultsOf(issue: z.core.$ZodIssue, document: Document, known: readonly string[]): Fault[] {
  const path = textPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const message = `unknown key ${key}`;
      const hint = didYouMean(key, known) ?? 'no key of that name belongs here';
      return faultAt(document, [...path, key], { code: 'unknown-key', message, hint, part: 'key' });
    });
  }
  if (issue.code === 'invalid_union') {
    const [nearest = []] = [...issue.errors].sort((one, other) => depth(other) - depth(one));
    return nearest.flatMap((inner) =>
      faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, document, known),
    );
  }
  const name = String(path.at(-1) ?? 'the file');
  const code = path.includes('evidence') ? 'evidence-missing' : 'malformed';
  if (isThere(document.value, path)) {
    return [faultAt(document, path, { code, message: `${name}: ${issue.message}` })];
  }
  const hint = `add \`${name}: ...\``;
  return [faultAt(document, path, { code, message: `${name} is missing`, hint, part: 'key' })];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length));

/** Points what a schema finds wrong with a document at its places; `known` are the keys an unknown one may have meant. */
export function schemaFaults(document: Document, error: z.ZodError, known: readonly string[]): Fault[] {
  return error.issues.flatMap((issue) => faultsOf(issue, document, known));
}

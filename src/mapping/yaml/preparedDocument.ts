import { createHash } from 'node:crypto';
import type { Position } from './fileFault';
import { type Path, readDocument, type YamlDocument } from './yamlDocument';

/** Line and column of a key and of its value, and the same of each member or item; plain JSON. */
type Places = readonly [number, number, number, number, { readonly [name: string]: Places }?];

/** A YAML text without faults, read before: the build does so for the shipped files, as reading them takes 0.1 s. */
interface PreparedDocument {
  readonly value: unknown;
  readonly places: Places;
}

/** Documents by the SHA-256 of their text; a text that was changed is not among them. */
type PreparedDocuments = Readonly<Record<string, PreparedDocument>>;

/** Replaced by the bundler. */
declare const PREPARED_DOCUMENTS: PreparedDocuments | undefined;

const shipped: PreparedDocuments = typeof PREPARED_DOCUMENTS === 'undefined' ? {} : PREPARED_DOCUMENTS;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function placesOf(value: unknown, at: YamlDocument['at'], path: Path): Places {
  const [key, own] = [at(path, 'key'), at(path)];
  const place = [key.line, key.column, own.line, own.column] as const;
  if (typeof value !== 'object' || value === null) return place;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    placesOf(member, at, [...path, name]),
  ]);
  return [...place, Object.fromEntries(members)];
}

/** Prepares documents without faults for the bundler: JSON by the digest of their text. */
export const prepareDocuments = (
  read: readonly (readonly [text: string, YamlDocument])[],
): PreparedDocuments =>
  Object.fromEntries(
    read.map(([text, { value, at }]) => [digestOf(text), { value, places: placesOf(value, at, []) }]),
  );

function restored(file: string, text: string, { value, places }: PreparedDocument): YamlDocument {
  const lines = text.split(/\r?\n/);
  const at = (path: Path, part: 'key' | 'value' = 'value'): Position => {
    let [keyLine, keyColumn, line, column, members] = places;
    for (const name of path) {
      const next = members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
      if (next === undefined) break;
      [keyLine, keyColumn, line, column, members] = next;
    }
    return part === 'key' ? { line: keyLine, column: keyColumn } : { line, column };
  };
  // Each reader has its own: nobody sees what another one changes.
  return { file, value: structuredClone(value), faults: [], at, line: (number) => lines[number - 1] ?? '' };
}

/** Reads one YAML document as `readDocument` does, from what the build has prepared where the text is the same. */
export function openDocument(file: string, text: string, documents = shipped): YamlDocument {
  const known = documents[digestOf(text)];
  return known === undefined ? readDocument(file, text) : restored(file, text, known);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../document/document';
import { readDocument } from '../document/readDocument';

/** One mapping file as it was found. */
export interface MappingText {
  readonly text: string;
  readonly document: Document;
}

/** Reads every `*.yaml` of a folder, in the order of their names. Throws when the folder or a file cannot be read. */
export function readMappingFolder(folder: string): readonly MappingText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    return { text, document: readDocument(path, text) };
  });
}

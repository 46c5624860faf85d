import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../document/document';
import { readDocument } from '../document/readDocument';

/** One mapping file as it was found. */
export interface MappingText {
  readonly text: string;
  readonly document: Document;
}

/** Reads every `*.yaml` of a folder, one by one, in the order of their names. Throws when the folder or a file cannot be read. */
export function* readMappingFolder(folder: string): Generator<MappingText> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  for (const name of names.sort()) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    yield { text, document: readDocument(path, text) };
  }
}

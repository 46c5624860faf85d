import { existsSync, readFileSync } from 'node:fs';
import type { Document } from '../document/document';
import { readDocument } from '../document/readDocument';
import type { ConfigFault } from './configFault';
import { maskSecrets } from './maskSecrets';

/** Where settings are looked for when no file is named. */
const DEFAULT_FILE = 'lifeboat.yaml';

/** The settings file as a document; undefined when none was named and the default one does not exist. */
export interface SettingsFile {
  readonly document: Document | undefined;
  readonly faults: readonly ConfigFault[];
}

/** Reads `named`, or `lifeboat.yaml` in the working directory if there is one. */
export function readSettingsFile(named: string | undefined): SettingsFile {
  const file = named ?? DEFAULT_FILE;
  const exists = existsSync(file);
  if (named === undefined && !exists) return { document: undefined, faults: [] };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const hint = exists ? 'check its type and permissions' : `write one with: lifeboat init ${file}`;
    const fault: ConfigFault = { kind: 'named', place: file, code: 'unreadable-file', message, hint };
    return { document: undefined, faults: [fault] };
  }
  const document = readDocument(file, text);
  return { document, faults: document.faults.map((fault) => ({ kind: 'file', fault: maskSecrets(fault) })) };
}

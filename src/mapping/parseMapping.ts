import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { schemaFaults } from '../document/schemaFaults';
import { type MappingFile, mappingFile } from './mappingFile';

/** Words that a mapping file may use as keys, for "did you mean". */
const keyWords: readonly string[] = [
  ...['resource', 'contract', 'dates', 'envelope', 'attributes', 'drops', 'indexes', 'operations'],
  ...[
    'from',
    'to',
    'codec',
    'pick',
    'onNull',
    'onAbsent',
    'required',
    'default',
    'class',
    'reason',
    'drift',
    'evidence',
  ],
  ...['v1', 'v2', 'parameters', 'path', 'success', 'body', 'fields', 'mirrors', 'type', 'id'],
  ...['page', 'query', 'key', 'prefer', 'index', 'by', 'words', 'each', 'open', 'list', 'size', 'usual'],
  ...['most', 'shownWith', 'message', 'answer', 'notFound', 'pages', 'as', 'value', 'having', 'requiredWhen'],
];

/** Reads the structure of one mapping document; every fault has its place, unknown keys a "did you mean". */
export function parseMapping(document: Document): MappingFile | readonly Fault[] {
  if (document.faults.length > 0) return document.faults;
  const parsed = mappingFile.safeParse(document.value);
  return parsed.success ? parsed.data : schemaFaults(document, parsed.error, keyWords);
}

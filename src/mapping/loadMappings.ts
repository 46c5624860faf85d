import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../document/fault';
import { faultAt } from '../document/faultAt';
import { readDocument } from '../document/readDocument';
import { failure, type Result, success } from '../translation/result';
import type { Ledger } from './ledger';
import type { Operation } from './operation';
import { parseMapping } from './parseMapping';
import { type ResolvedFile, type ResolvedResource, resolveFile } from './resolveFile';

/** All mapping files of a folder, checked and compiled. */
export interface Mappings {
  readonly operations: readonly Operation[];
  readonly ledgers: readonly Ledger[];
  readonly resources: readonly ResolvedResource[];
  /** Names the exact texts that are in force: the first 12 hex digits of their SHA-256. */
  readonly hash: string;
}

/** The routes of all files: each may be answered by one operation only. */
function routeFaults(files: readonly ResolvedFile[]): Fault[] {
  const taken = new Map<string, string>();
  return files.flatMap(({ document, resource }) =>
    (resource?.operations ?? []).flatMap(({ operation: { name, v1 } }) => {
      const route = `${v1.method} ${v1.template.replace(/\{\w+\}/g, '{}')}`;
      const other = taken.get(route);
      taken.set(route, name);
      if (other === undefined) return [];
      const message = `${v1.method} ${v1.template} is answered by ${other} already`;
      return [faultAt(document, ['operations', name, 'v1'], { code: 'route-twice', message })];
    }),
  );
}

function readFile(
  folder: string,
  name: string,
): { readonly text: string; readonly file: ResolvedFile | readonly Fault[] } {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  const document = readDocument(path, text);
  const parsed = parseMapping(document);
  return { text, file: 'resource' in parsed ? resolveFile(document, parsed) : parsed };
}

const emptyFolder = (folder: string): Fault => ({
  code: 'no-mapping',
  message: 'the folder holds no mapping file (*.yaml)',
  file: folder,
  line: 1,
  column: 1,
  text: '',
});

/**
 * Reads, checks and compiles every `*.yaml` of a folder. The failure lists all faults of all files.
 * Throws when the folder or a file cannot be read.
 */
export function loadMappings(folder: string): Result<Mappings, readonly Fault[]> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  if (names.length === 0) return failure([emptyFolder(folder)]);
  const read = names.map((name) => readFile(folder, name));
  const files = read.flatMap(({ file }) => ('document' in file ? [file] : []));
  const broken = read.flatMap(({ file }) => ('document' in file ? file.faults : file));
  const faults = [...broken, ...routeFaults(files)];
  if (faults.length > 0) return failure(faults);
  const hash = createHash('sha256');
  for (const { text } of read) hash.update(text);
  const resources = files.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  return success({
    operations: resources.flatMap(({ operations }) => operations.map(({ operation }) => operation)),
    ledgers: files.map(({ ledger }) => ledger),
    resources,
    hash: hash.digest('hex').slice(0, 12),
  });
}

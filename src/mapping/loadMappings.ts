import { createHash } from 'node:crypto';
import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { failure, type Result, success } from '../translation/result';
import { type CompiledFile, compileFile } from './compileFile';
import { loadForms, type LoadedForm } from './forms/loadForms';
import { type JoinedFiles, joinFiles } from './joinFiles';
import type { Operation } from './operation';
import { type MappingText, readMappingFolder } from './readMappingFolder';
import { atOnce, type Steps } from './steps';

/** All mapping files of a folder, checked and compiled. */
export interface Mappings extends JoinedFiles {
  readonly documents: readonly Document[];
  /** Deprecated v2 requests and what is sent in their place; the setting `deprecatedForms` puts them in force. */
  readonly forms: readonly Operation[];
  /** Names the exact texts that are in force: the first 12 hex digits of their SHA-256. */
  readonly hash: string;
}

const emptyFolder = (folder: string): Fault => ({
  code: 'no-mapping',
  message: 'the folder holds no mapping file (*.yaml)',
  file: folder,
  line: 1,
  column: 1,
  text: '',
});

function hashOf(texts: readonly Pick<MappingText, 'text'>[]): string {
  const hash = createHash('sha256');
  for (const { text } of texts) hash.update(text);
  return hash.digest('hex').slice(0, 12);
}

/** `loadMappings` file by file. */
export function* stepThroughMappings(folder: string): Steps<Result<Mappings, readonly Fault[]>> {
  const texts: MappingText[] = [];
  const compiled: CompiledFile[] = [];
  for (const text of readMappingFolder(folder)) {
    texts.push(text);
    yield;
    compiled.push(compileFile(text.document));
    yield;
  }
  if (texts.length === 0) return failure([emptyFolder(folder)]);
  const forms: LoadedForm[] = [];
  for (const form of loadForms(folder)) {
    forms.push(form);
    yield;
  }
  const joined = joinFiles(compiled);
  const faults = [...(joined.ok ? [] : joined.failure), ...forms.flatMap((form) => form.faults)];
  if (!joined.ok || faults.length > 0) return failure(faults);
  return success({
    ...joined.value,
    documents: texts.map(({ document }) => document),
    forms: forms.flatMap(({ operation }) => (operation === undefined ? [] : [operation])),
    hash: hashOf([...texts, ...forms]),
  });
}

/**
 * Reads, checks and compiles every `*.yaml` of a folder. The failure lists all faults of all files.
 * Throws when the folder or a file cannot be read.
 */
export const loadMappings = (folder: string): Result<Mappings, readonly Fault[]> =>
  atOnce(stepThroughMappings(folder));

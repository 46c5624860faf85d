import { createHash } from 'node:crypto';
import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { failure, type Result, success } from '../translation/result';
import { type CompiledFile, compileFile } from './compileFile';
import { type JoinedFiles, joinFiles } from './joinFiles';
import { type MappingText, readMappingFolder } from './readMappingFolder';
import { atOnce, type Steps } from './steps';

/** All mapping files of a folder, checked and compiled. */
export interface Mappings extends JoinedFiles {
  readonly documents: readonly Document[];
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

function hashOf(texts: readonly MappingText[]): string {
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
  const joined = joinFiles(compiled);
  const documents = texts.map(({ document }) => document);
  return joined.ok ? success({ ...joined.value, documents, hash: hashOf(texts) }) : joined;
}

/**
 * Reads, checks and compiles every `*.yaml` of a folder. The failure lists all faults of all files.
 * Throws when the folder or a file cannot be read.
 */
export const loadMappings = (folder: string): Result<Mappings, readonly Fault[]> =>
  atOnce(stepThroughMappings(folder));

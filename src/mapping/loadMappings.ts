import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { readDocument } from '../document/readDocument';
import { failure, type Result, success } from '../translation/result';
import { type CompiledFile, compileFile } from './compileFile';
import { compileForm } from './forms/compileForm';
import { formsFolder } from './forms/formsFolder';
import type { ResolvedForm } from './forms/resolveForm';
import { type JoinedFiles, joinFiles } from './joinFiles';
import type { Operation } from './operation';
import { type MappingText, readMappingFolder } from './readMappingFolder';
import { atOnce, type Steps } from './steps';

/** The texts of a set of mappings as they were found; plain data, so that another process can compile them. */
export interface MappingTexts {
  readonly files: readonly MappingText[];
  /** There may be none. */
  readonly forms: readonly MappingText[];
}

/** All mapping files of a folder, checked and compiled. */
export interface Mappings extends JoinedFiles {
  readonly documents: readonly Document[];
  /** Deprecated v2 requests and what is sent in their place; the setting `deprecatedForms` puts them in force. */
  readonly forms: readonly Operation[];
  readonly texts: MappingTexts;
  /** Names the exact texts that are in force: the first 12 hex digits of their SHA-256. */
  readonly hash: string;
}

type Compiled = Result<Mappings, readonly Fault[]>;

const emptyFolder = (folder: string): Fault => ({
  code: 'no-mapping',
  message: 'the folder holds no mapping file (*.yaml)',
  file: folder,
  line: 1,
  column: 1,
  text: '',
});

function hashOf({ files, forms }: MappingTexts): string {
  const hash = createHash('sha256');
  for (const { text } of [...files, ...forms]) hash.update(text);
  return hash.digest('hex').slice(0, 12);
}

function* stepThroughTexts(texts: MappingTexts): Steps<Compiled> {
  const documents: Document[] = [];
  const compiled: CompiledFile[] = [];
  for (const { file, text } of texts.files) {
    const document = readDocument(file, text);
    documents.push(document);
    yield;
    compiled.push(compileFile(document));
    yield;
  }
  const forms: ResolvedForm[] = [];
  for (const form of texts.forms) {
    forms.push(compileForm(form));
    yield;
  }
  const joined = joinFiles(compiled);
  const faults = [...(joined.ok ? [] : joined.failure), ...forms.flatMap((form) => form.faults)];
  if (!joined.ok || faults.length > 0) return failure(faults);
  const resolved = forms.flatMap(({ operation }) => (operation === undefined ? [] : [operation]));
  return success({ ...joined.value, documents, forms: resolved, texts, hash: hashOf(texts) });
}

/** `loadMappings` file by file. */
export function* stepThroughMappings(folder: string): Steps<Compiled> {
  const files = readMappingFolder(folder);
  if (files.length === 0) return failure([emptyFolder(folder)]);
  const below = formsFolder(folder);
  const forms = existsSync(below) ? readMappingFolder(below) : [];
  yield;
  return yield* stepThroughTexts({ files, forms });
}

/**
 * Reads, checks and compiles every `*.yaml` of a folder. The failure lists all faults of all files.
 * Throws when the folder or a file cannot be read.
 */
export const loadMappings = (folder: string): Compiled => atOnce(stepThroughMappings(folder));

/** Checks and compiles texts that were read before. The failure lists all faults of all files. */
export const compileMappings = (texts: MappingTexts): Compiled => atOnce(stepThroughTexts(texts));

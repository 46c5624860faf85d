import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../document/document';
import { schemaFaults } from '../../document/schemaFaults';
import { type MappingText, readMappingFolder } from '../readMappingFolder';
import { formFile, formWords } from './formFile';
import { resolveForm, type ResolvedForm } from './resolveForm';

/** The folder of the forms, below that of the mappings; their fixtures are below it in turn. */
export const formsFolder = (mappingFolder: string): string => join(mappingFolder, 'forms');

/** A form file as it was found, checked and compiled. */
export interface LoadedForm extends ResolvedForm {
  readonly text: string;
}

function compile(document: Document): ResolvedForm {
  const { faults } = document;
  if (faults.length > 0) return { faults };
  const parsed = formFile.safeParse(document.value);
  if (!parsed.success) return { faults: schemaFaults(document, parsed.error, formWords) };
  return resolveForm(document, parsed.data);
}

/** Reads and compiles every form below a folder of mappings, one by one; there may be none. */
export function* loadForms(mappingFolder: string): Generator<LoadedForm> {
  const folder = formsFolder(mappingFolder);
  const texts: Iterable<MappingText> = existsSync(folder) ? readMappingFolder(folder) : [];
  for (const { text, document } of texts) yield { text, ...compile(document) };
}

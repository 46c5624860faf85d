import { readDocument } from '../../document/readDocument';
import { schemaFaults } from '../../document/schemaFaults';
import type { MappingText } from '../readMappingFolder';
import { formFile, formWords } from './formFile';
import { resolveForm, type ResolvedForm } from './resolveForm';

/** Checks and compiles one form file. */
export function compileForm({ file, text }: MappingText): ResolvedForm {
  const document = readDocument(file, text);
  const { faults } = document;
  if (faults.length > 0) return { faults };
  const parsed = formFile.safeParse(document.value);
  if (!parsed.success) return { faults: schemaFaults(document, parsed.error, formWords) };
  return resolveForm(document, parsed.data);
}

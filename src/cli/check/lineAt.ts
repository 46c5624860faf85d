import { basename } from 'node:path';
import type { Document } from '../../document/document';

/** The text of a mapping line, by a place as rules carry it (`account.yaml:12`); nothing for a place elsewhere. */
export function lineAt(
  documents: readonly Document[],
  place: string | undefined,
): { readonly text?: string } {
  const [file, line] = (place ?? '').split(':');
  const document = documents.find((candidate) => basename(candidate.file) === file);
  return document === undefined ? {} : { text: document.line(Number(line)) };
}

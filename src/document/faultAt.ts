import type { Document, Path } from './document';
import type { Fault } from './fault';

/** What is wrong; `part` says whether the key or the value is to be pointed at (default: the value). */
export interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: 'key' | 'value';
}

/** Points a complaint at the place in the text that a path leads to. */
export function faultAt(document: Document, path: Path, complaint: Complaint): Fault {
  const { code, message, hint, part } = complaint;
  const { line, column } = document.at(path, part);
  const place = { file: document.file, line, column, text: document.line(line) };
  return { code, message, ...place, ...(hint === undefined ? {} : { hint }) };
}

import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { parseMapping } from './parseMapping';
import { type ResolvedFile, resolveFile } from './resolveFile';

/** One mapping file on its own: checked and compiled, or the faults that make it unreadable. */
export type CompiledFile = ResolvedFile | readonly Fault[];

/** Checks and compiles one mapping document; what it shares with other files is checked by `joinFiles`. */
export function compileFile(document: Document): CompiledFile {
  const parsed = parseMapping(document);
  return 'resource' in parsed ? resolveFile(document, parsed) : parsed;
}

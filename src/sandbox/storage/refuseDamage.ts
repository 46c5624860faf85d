import { existsSync } from 'node:fs';
import { inspectStore } from '../../store/inspectStore';
import type { StoreLocation } from '../../store/openStore';

/** Throws for a file that is there and damaged: reading on could end the process in the middle of an answer. */
export function refuseDamage(location: StoreLocation): void {
  if (location.kind === 'memory' || !existsSync(location.path)) return;
  const verdict = verdictOf(location.path);
  if (verdict !== 'ok') throw new Error(`it is damaged: ${verdict.replace(/\s+/g, ' ')}`);
}

/** SQLite's words; where the damage ends the inspection itself, those of its error. */
function verdictOf(path: string): string {
  try {
    return inspectStore(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_CORRUPT') return error.message;
    throw error;
  }
}

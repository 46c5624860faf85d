import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIgnoreRules } from '../comparison/agree/readIgnoreRules';
import type { IgnoreRule } from '../comparison/ignoreRule';
import type { Fault } from '../document/fault';
import { readDocument } from '../document/readDocument';
import { type Result, success } from '../translation/result';

/** Where the agreed differences stand, below the folder of the mappings. */
export const ignoreFileOf = (mappings: string): string => join(mappings, 'comparison', 'ignore.yaml');

/**
 * The agreed differences of a folder of mappings; none where the file is not there.
 * Throws when the file cannot be read.
 */
export function readIgnoreFile(
  mappings: string,
  operations: readonly string[],
): Result<readonly IgnoreRule[], readonly Fault[]> {
  const file = ignoreFileOf(mappings);
  if (!existsSync(file)) return success([]);
  return readIgnoreRules(readDocument(file, readFileSync(file, 'utf8')), operations);
}

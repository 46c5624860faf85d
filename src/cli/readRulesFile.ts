import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readIgnoreRules } from '../comparison/agree/readIgnoreRules';
import type { IgnoreRule } from '../comparison/ignoreRule';
import { readDocument } from '../document/readDocument';
import { renderFault } from '../document/renderFault';
import { failure, type Result, success } from '../translation/result';

/** Agreed differences, and a hash of what they say. */
export interface RulesFile {
  readonly rules: readonly IgnoreRule[];
  /** Empty without rules. */
  readonly hash: string;
}

/** Reads the agreed differences, none without a file; or tells every fault with its place. */
export function readRulesFile(
  file: string | undefined,
  operations: readonly string[],
  options: { readonly colour: boolean },
): Result<RulesFile, readonly string[]> {
  if (file === undefined) return success({ rules: [], hash: '' });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure([`comparison.rules: ${file} cannot be read: ${reason}`]);
  }
  const rules = readIgnoreRules(readDocument(file, text), operations);
  if (!rules.ok) return failure(rules.failure.map((fault) => renderFault(fault, options)));
  return success({ rules: rules.value, hash: createHash('sha256').update(text).digest('hex') });
}

import { readIgnoreRules } from '../comparison/agree/readIgnoreRules';
import type { IgnoreRule } from '../comparison/ignoreRule';
import { readDocument } from '../document/readDocument';
import { renderFault } from '../document/renderFault';
import { failure, type Result, success } from '../translation/result';
import { readBytes } from './readBytes';

/** Reads the agreed differences, none without a file; or tells every fault with its place. */
export function readRulesFile(
  file: string | undefined,
  operations: readonly string[],
  options: { readonly colour: boolean },
): Result<readonly IgnoreRule[], readonly string[]> {
  if (file === undefined) return success([]);
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`comparison.rules: ${bytes.failure}`]);
  const text = bytes.value.toString();
  const rules = readIgnoreRules(readDocument(file, text), operations);
  if (!rules.ok) return failure(rules.failure.map((fault) => renderFault(fault, options)));
  return rules;
}

import { didYouMean } from '../../document/didYouMean';
import type { Document } from '../../document/document';
import type { Fault } from '../../document/fault';
import { faultAt } from '../../document/faultAt';
import { schemaFaults } from '../../document/schemaFaults';
import { failure, type Result, success } from '../../translation/result';
import type { IgnoreRule } from '../ignoreRule';
import { ignoreFile } from './ignoreFile';

const KEYS = [
  'ignore',
  'path',
  'kind',
  'operation',
  'comparator',
  'reason',
  'owner',
  'expires',
  'tolerance',
  'key',
];

/** A rule for an operation that does not exist would never count. */
function unknownOperations(
  document: Document,
  rules: readonly IgnoreRule[],
  operations: readonly string[],
): Fault[] {
  return rules.flatMap(({ operation }, at) => {
    if (operation === undefined || operations.includes(operation)) return [];
    const message = `there is no operation ${operation}`;
    const hint = didYouMean(operation, operations);
    return [faultAt(document, ['ignore', at, 'operation'], { code: 'operation-unknown', message, hint })];
  });
}

/**
 * Reads the agreed differences: `ignore:` and a list of `{path, kind?, operation?, comparator, reason, owner, expires}`,
 * the comparator one of `ignore`, `unordered`, `format`, `{ tolerance: 0.01 }`, `{ key: sku }`. An expired rule is no
 * fault: the comparison stops to apply it.
 */
export function readIgnoreRules(
  document: Document,
  operations: readonly string[],
): Result<readonly IgnoreRule[], readonly Fault[]> {
  if (document.faults.length > 0) return failure(document.faults);
  const parsed = ignoreFile.safeParse(document.value);
  if (!parsed.success) return failure(schemaFaults(document, parsed.error, KEYS));
  const rules = parsed.data.ignore.map(({ kind, operation, ...rule }, at): IgnoreRule => ({
    ...rule,
    ...(kind === undefined ? {} : { kind }),
    ...(operation === undefined ? {} : { operation }),
    line: document.at(['ignore', at]).line,
  }));
  const faults = unknownOperations(document, rules, operations);
  return faults.length === 0 ? success(rules) : failure(faults);
}

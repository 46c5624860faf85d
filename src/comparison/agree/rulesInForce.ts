import type { IgnoreRule } from '../ignoreRule';
import { matchesPath } from './matchesPath';

/** A rule that counts, and the paths that it is about. */
export interface RuleInForce {
  readonly rule: IgnoreRule;
  readonly matches: (path: string) => boolean;
}

/** The rules of one operation in their order; those that have expired by `now`, clock ms, do not count. */
export const rulesInForce = (
  rules: readonly IgnoreRule[],
  operation: string,
  now: number,
): readonly RuleInForce[] =>
  rules
    .filter((rule) => rule.expires > now && (rule.operation === undefined || rule.operation === operation))
    .map((rule) => ({ rule, matches: matchesPath(rule.path) }));

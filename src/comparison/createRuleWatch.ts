import type { Notice } from '../cutover/notice';
import { agreesKept } from './agree/agreesKept';
import { matchesPath } from './agree/matchesPath';
import { expiresSoon } from './expiresSoon';
import type { IgnoreRule } from './ignoreRule';
import type { Observed } from './observed';

/** What agreed differences are watched with. */
export interface RuleWatchParts {
  readonly rules: readonly IgnoreRule[];
  readonly notify: (notice: Notice) => void;
  /** Clock ms. */
  readonly now: () => number;
}

type Due = Pick<Notice, 'kind' | 'text'>;

const dayOf = ({ expires }: IgnoreRule): string => new Date(expires).toISOString().slice(0, 10);

const nameOf = ({ path, reason, owner, line }: IgnoreRule): string =>
  `The agreed difference at ${path} (line ${line}: ${reason}; ${owner})`;

/** True where a difference is told that the rule would hide had it not expired; in doubt it would. */
function wouldHide(rule: IgnoreRule, { operation, differences }: Observed): boolean {
  if (rule.operation !== undefined && rule.operation !== operation) return false;
  const matches = matchesPath(rule.path);
  return differences.some(
    (difference) =>
      (rule.kind === undefined || rule.kind === difference.kind) &&
      matches(difference.path) &&
      agreesKept(rule.comparator, difference) !== false,
  );
}

function dueOf(rule: IgnoreRule, observed: Observed, now: number): Due | undefined {
  const { operation, ignored = [] } = observed;
  if (expiresSoon(rule, now) && ignored.some(({ line }) => line === rule.line)) {
    const text = `${nameOf(rule)} expires on ${dayOf(rule)} and still hides what differs in ${operation}.`;
    return { kind: 'expiringRule', text };
  }
  if (rule.expires <= now && wouldHide(rule, observed)) {
    const text = `${nameOf(rule)} expired on ${dayOf(rule)}, and what it hid in ${operation} counts again.`;
    return { kind: 'expiredRule', text };
  }
  return undefined;
}

/**
 * Tells whoever wants to know that an agreed difference is about to expire, or has expired, while v2 still differs there:
 * each once. What hides nothing may go unsaid.
 */
export function createRuleWatch({ rules, notify, now }: RuleWatchParts): (observed: Observed) => void {
  const told = new Set<string>();
  return (observed) => {
    const at = now();
    for (const rule of rules) {
      const due = dueOf(rule, observed, at);
      if (due === undefined) continue;
      const id = [due.kind, rule.path, rule.kind ?? '', rule.operation ?? '', dayOf(rule)].join(' ');
      if (told.has(id)) continue;
      told.add(id);
      notify({ ...due, resource: observed.resource, id, at });
    }
  };
}

import type { DifferenceKind } from '../compare/difference';
import { type Comparator, isExpiringSoon, type IgnoreRule } from '../compare/ignoreRules';
import type { KeptDifference, KeptIgnored, SeenPair } from '../keep/observation';
import type { Notice } from '../../cutover/notices';
import { comparatorAllows, isRuleAbout, compilePathTest } from '../compare/agreement';
import { addToCount } from '../../contract/recent';

/** First hits of a rule, which show the kinds that it was agreed for; kinds that begin later are reported. */
const AGREED_HITS = 50;

export interface RuleCounts {
  readonly rule: IgnoreRule;
  /** Requests in which it hid something. */
  hits: number;
  readonly kinds: Map<DifferenceKind, number>;
  /** Kinds that it began to hide later, as `kind at path`. */
  readonly widened: Set<string>;
}

const MAX_WIDENED_RULES = 20;

function countHit(counts: RuleCounts, ignored: readonly KeptIgnored[]): void {
  counts.hits += 1;
  for (const { path, kind } of ignored) {
    const isNew = !counts.kinds.has(kind);
    if (isNew && counts.hits > AGREED_HITS && counts.widened.size < MAX_WIDENED_RULES)
      counts.widened.add(`${kind} at ${path}`);
    addToCount(counts.kinds, kind, 1);
  }
}

/** Creates empty counts of the differences that rules hide. */
export function createRuleHits(rules: readonly IgnoreRule[]) {
  const countsByLine = new Map(
    rules.map((rule): [number, RuleCounts] => [
      rule.line,
      { rule, hits: 0, kinds: new Map(), widened: new Set() },
    ]),
  );
  return {
    countHits: (ignored: readonly KeptIgnored[]): void => {
      for (const [line, alike] of Map.groupBy(ignored, (difference) => difference.line)) {
        const counts = countsByLine.get(line);
        if (counts !== undefined) countHit(counts, alike);
      }
    },
    listCounts: () => [...countsByLine.values()],
  };
}

const dayOf = ({ expires }: IgnoreRule): string => new Date(expires).toISOString().slice(0, 10);

/** Warns of an agreement that has ended at an instant (both clock ms). */
export const expiryWarnings = (until: number, now: number): string[] =>
  until <= now ? ['has expired and hides nothing any more'] : [];

/** Lists warnings for the owner of a rule at an instant (clock ms). */
export function ruleWarnings({ rule, widened }: RuleCounts, now: number): string[] {
  const warnings = [...widened].map((what) => `now also hides ${what}`);
  if (isExpiringSoon(rule, now)) warnings.push(`expires on ${dayOf(rule)}`);
  return [...warnings, ...expiryWarnings(rule.expires, now)];
}

type KeptValues = Pick<KeptDifference, 'kind' | 'breaks' | 'distance' | 'lengths'>;

/** Kinds of difference that can be between two numbers, or texts that are numbers. */
const NUMBER_KINDS: ReadonlySet<DifferenceKind> = new Set(['value', 'type']);

/** Lengths of `true` and `false`, which short texts may have too. */
const BOOLEAN_LENGTHS: ReadonlySet<number | null> = new Set([4, 5, null]);

/** Decides whether a comparator allows a kept difference. Returns undefined if that needs its values. */
export const isKeptAllowed = (
  comparator: Comparator,
  { kind, breaks, distance, lengths }: KeptValues,
): boolean | undefined =>
  comparatorAllows(comparator, {
    kind,
    areWithin: (by) => {
      if (kind === 'precision') return true;
      if (!NUMBER_KINDS.has(kind)) return false;
      return distance === undefined ? undefined : distance <= by;
    },
    areAlike: () => {
      if (kind !== 'value' || breaks !== 'exact') return false;
      const mayBeNoText = distance !== undefined || lengths.every((length) => BOOLEAN_LENGTHS.has(length));
      return mayBeNoText ? undefined : true;
    },
  });

interface RuleWatchParts {
  readonly rules: readonly IgnoreRule[];
  readonly notify: (notice: Notice) => void;
  /** Clock ms. */
  readonly now: () => number;
}

type Due = Pick<Notice, 'kind' | 'text'>;

const nameOf = ({ path, reason, owner, line }: IgnoreRule): string =>
  `The agreed difference at ${path} (line ${line}: ${reason}; ${owner})`;

/** Recognizes an observation that the expired rule would hide a difference of, or perhaps would. */
function isPerhapsHidden(rule: IgnoreRule, { operation, differences }: SeenPair): boolean {
  if (rule.operation !== undefined && rule.operation !== operation) return false;
  const ruleInForce = { rule, matches: compilePathTest(rule.path) };
  return differences.some(
    (difference) =>
      isRuleAbout(ruleInForce, difference) && isKeptAllowed(rule.comparator, difference) !== false,
  );
}

function findDue(rule: IgnoreRule, seenPair: SeenPair, now: number): Due | undefined {
  const { operation, ignored = [] } = seenPair;
  if (isExpiringSoon(rule, now) && ignored.some(({ line }) => line === rule.line)) {
    const text = `${nameOf(rule)} expires on ${dayOf(rule)} and still hides what differs in ${operation}.`;
    return { kind: 'expiringRule', text };
  }
  if (rule.expires <= now && isPerhapsHidden(rule, seenPair)) {
    const text = `${nameOf(rule)} expired on ${dayOf(rule)}, and what it hid in ${operation} counts again.`;
    return { kind: 'expiredRule', text };
  }
  return undefined;
}

/**
 * Notifies once of each agreed difference that is about to expire, or has expired, while v2 still differs there. A rule
 * that hides nothing may expire without notice.
 */
export function createRuleWatch({ rules, notify, now }: RuleWatchParts): (observed: SeenPair) => void {
  const notified = new Set<string>();
  return (observed) => {
    const at = now();
    for (const rule of rules) {
      const due = findDue(rule, observed, at);
      if (due === undefined) continue;
      const id = [due.kind, rule.path, rule.kind ?? '', rule.operation ?? '', dayOf(rule)].join(' ');
      if (notified.has(id)) continue;
      notified.add(id);
      notify({ ...due, resource: observed.resource, id, at });
    }
  };
}

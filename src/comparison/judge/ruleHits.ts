import type { DifferenceKind } from '../compare/difference';
import { type Comparator, expiresSoon, type IgnoreRule } from '../compare/ignoreRules';
import type { KeptDifference, KeptIgnored, Observed } from '../keep/observed';
import type { Notice } from '../../cutover/notices';
import { matchesPath } from '../compare/agreement';

/** What a rule hides within its first hits is what it was agreed for; a kind that begins later is told. */
const AGREED_HITS = 50;

/** What one rule has hidden. */
interface RuleCounts {
  readonly rule: IgnoreRule;
  /** Requests in which it hid something. */
  hits: number;
  readonly kinds: Map<DifferenceKind, number>;
  /** What it began to hide later, as `kind at path`. */
  readonly widened: Set<string>;
}

/** Counts what the rules hide. */
export interface RuleHits {
  readonly add: (ignored: readonly KeptIgnored[]) => void;
  readonly all: () => readonly RuleCounts[];
}

/** Names told of what a rule has begun to hide. */
const MOST_TOLD = 20;

function countHit(tally: RuleCounts, ignored: readonly KeptIgnored[]): void {
  tally.hits += 1;
  for (const { path, kind } of ignored) {
    const isNew = !tally.kinds.has(kind);
    if (isNew && tally.hits > AGREED_HITS && tally.widened.size < MOST_TOLD) {
      tally.widened.add(`${kind} at ${path}`);
    }
    tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);
  }
}

/** Nothing hidden yet. */
export function createRuleHits(rules: readonly IgnoreRule[]): RuleHits {
  const tallies = new Map<number, RuleCounts>(
    rules.map((rule) => [rule.line, { rule, hits: 0, kinds: new Map(), widened: new Set() }]),
  );
  return {
    add: (ignored) => {
      for (const line of new Set(ignored.map((one) => one.line))) {
        const tally = tallies.get(line);
        if (tally !== undefined)
          countHit(
            tally,
            ignored.filter((one) => one.line === line),
          );
      }
    },
    all: () => [...tallies.values()],
  };
}

/** What the owner of a rule has to know at an instant, clock ms. */
export function ruleWarnings({ rule, widened }: RuleCounts, now: number): readonly string[] {
  const wide = [...widened].map((what) => `now also hides ${what}`);
  if (rule.expires <= now) return [...wide, 'has expired and hides nothing any more'];
  return expiresSoon(rule, now)
    ? [...wide, `expires on ${new Date(rule.expires).toISOString().slice(0, 10)}`]
    : wide;
}

type Kept = Pick<KeptDifference, 'kind' | 'breaks' | 'distance' | 'lengths'>;

/** Kinds in which two numbers, or text that is one, may stand against each other. */
const OF_NUMBERS: ReadonlySet<DifferenceKind> = new Set(['value', 'type']);

/** Characters of `true` and `false`: texts may be as short. */
const OF_BOOLEANS: ReadonlySet<number | undefined> = new Set([4, 5, undefined]);

function areNear({ kind, distance }: Kept, by: number): boolean | undefined {
  if (kind === 'precision') return true;
  if (!OF_NUMBERS.has(kind)) return false;
  return distance === undefined ? undefined : distance <= by;
}

function areAlike({ kind, breaks, distance, lengths }: Kept): boolean | undefined {
  if (kind !== 'value' || breaks !== 'exact') return false;
  const mayBeNoText = distance !== undefined || lengths.every((length) => OF_BOOLEANS.has(length));
  return mayBeNoText ? undefined : true;
}

/** As `isWithin` for a difference whose values were not kept; undefined where they would be needed. */
export function agreesKept(comparator: Comparator, kept: Kept): boolean | undefined {
  switch (comparator.kind) {
    case 'ignore':
      return kept.kind !== 'unavailable';
    case 'tolerance':
      return areNear(kept, comparator.by);
    case 'unordered':
      return kept.kind === 'order';
    case 'format':
      return areAlike(kept);
    case 'key':
      return false;
  }
}

/** What agreed differences are watched with. */
interface RuleWatchParts {
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
